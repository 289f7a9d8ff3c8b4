// Prepared contracts on disk: what is read back equals what was written, including refusals; damage
// is detected, the folder stays within its limits, and files of an older version are not used.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { bytesToHex } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { PERIGEE_VERSION } from '../../src/base/version.ts';
import { keepPreparedIn, type PreparedBounds } from '../../src/execution/preparedContracts.ts';
import type { ContractCode } from '../../src/vm/moduleCache.ts';
import { createPrepare, PREPARATION, prepareContract } from '../../src/vm/prepareContract.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import * as w from '../vm/support/wasmBytes.ts';

const config = PROTOCOL;
const prepareNow = createPrepare(config);
const NAME = `${PERIGEE_VERSION}-${PREPARATION}`;
const PREPARED_AS = 'parameters';

function codeOf(bytes: Uint8Array, hash = sha256(bytes)): ContractCode {
  return { hash, read: () => bytes };
}

const compute = codeOf(recordedContract('compute'));
const broken = codeOf(Uint8Array.of(1, 2, 3));
const unread = ({ hash }: ContractCode): ContractCode => ({
  hash,
  read: () => assert.fail('the code is not needed'),
});

describe('prepared contracts on disk', () => {
  let folder = '';
  let prepared = 0;
  /** Like another thread, or a later start. */
  const open = (bounds?: PreparedBounds, name = PREPARED_AS) =>
    keepPreparedIn(folder, bounds)({ name }, (code) => {
      prepared += 1;
      return prepareNow(code);
    });
  const pathOf = (kind: 'prepared' | 'refused') => join(folder, NAME, kind);
  const files = (kind: 'prepared' | 'refused') => readdirSync(pathOf(kind));

  const fileOf = (hash: Uint8Array) => `${bytesToHex(hash)}-${PREPARED_AS}`;

  beforeEach(() => {
    folder = createTemporaryFolder();
    prepared = 0;
  });

  it('are prepared once and read back unchanged, without their code', () => {
    const first = open()(compute);
    assert.deepEqual(open()(unread(compute)), first);
    assert.equal(prepared, 1);
  });

  it('are refused once: the reason is read back as well', () => {
    const first = open()(broken);
    assert.deepEqual(first, { error: 'Deserialization' });
    assert.deepEqual(open()(unread(broken)), first);
    assert.equal(prepared, 1);
  });

  it('are prepared again when their file is damaged', () => {
    for (const [code, kind] of [
      [compute, 'prepared'],
      [broken, 'refused'],
    ] as const) {
      prepared = 0;
      const first = open()(code);
      const path = join(pathOf(kind), files(kind)[0] as string);
      const bytes = readFileSync(path);
      const damages = [0, 7, bytes.length - 1].map((length) => bytes.subarray(0, length));
      for (const damaged of [...damages, Buffer.from(bytes).fill(7, 12, 13)]) {
        writeFileSync(path, damaged);
        assert.deepEqual(open()(code), first);
      }
      assert.equal(prepared, 5, kind);
    }
  });

  it('make room for newer ones, and never take the space of refusals', () => {
    open()(compute);
    const { size } = statSync(join(pathOf('prepared'), files('prepared')[0] as string));
    const bounds = { preparedBytesMax: size + 10, refusedBytesMax: 10_000 };
    const prepare = open(bounds);
    prepare(broken);
    const others = [1, 2, 3].map((byte) => {
      const { read } = compute;
      return { hash: sha256(Uint8Array.of(byte)), read };
    });
    for (const other of others) prepare(other);
    assert.deepEqual(files('prepared'), [fileOf(others[2]?.hash as Uint8Array)]);
    prepare(unread(broken));
    assert.equal(prepared, 5);
  });

  it('bounds the number of refusals, however short they are', () => {
    const prepare = open({ preparedBytesMax: 0, refusedBytesMax: 40_960 });
    for (let byte = 0; byte < 30; byte++) prepare(codeOf(Uint8Array.of(byte)));
    assert.equal(files('refused').length, 10);
  });

  it('take no more space than their code allows, whatever it repeats', () => {
    const params = new Array<number>(1_000).fill(w.I64);
    const imports = new Array<w.Bytes>(900).fill(w.importFunction('x', 0));
    const code = codeOf(w.wasm(w.types(w.type(params)), w.imports(...imports)));
    const first = open()(code);
    assert.deepEqual(open()(unread(code)), first);
    const { size } = statSync(join(pathOf('prepared'), files('prepared')[0] as string));
    const length = code.read()?.length as number;
    assert.ok(size < 10 * length, `${size} bytes for ${length}`);
  });

  it('a folder that cannot be written to only costs another preparation', () => {
    const prepare = open();
    const path = join(pathOf('prepared'), fileOf(compute.hash));
    mkdirSync(path);
    assert.deepEqual(prepare(compute), prepare(compute));
    assert.equal(prepared, 2);
  });

  it('are stored under the version of their preparation', () => {
    const digests = (['compute', 'hostcall'] as const).map((name) => {
      const result = prepareContract(recordedContract(name), config);
      assert.ok('wasm' in result);
      return bytesToHex(sha256(result.wasm)).slice(0, 16);
    });
    // If the result of preparing the same code changes, the version must be incremented.
    assert.deepEqual([PREPARATION, ...digests], [11, 'bb962976221d1a58', '44326432750449b6']);
  });

  it('of another version are removed', () => {
    open()(compute);
    const old = join(folder, '0.0.1-1');
    mkdirSync(old);
    writeFileSync(join(old, 'a.prepared'), 'old');
    open()(compute);
    assert.deepEqual(readdirSync(folder), [NAME]);
    assert.equal(prepared, 1);
  });

  it('of other parameters are kept apart, and both stay', () => {
    const first = open()(compute);
    open(undefined, 'others')(compute);
    assert.equal(prepared, 2);
    assert.deepEqual(open()(unread(compute)), first);
    assert.equal(files('prepared').length, 2);
  });

  it('a missing code is requested again', () => {
    const prepare = open();
    assert.equal(prepare({ hash: compute.hash, read: () => null }), null);
    assert.notEqual(prepare(compute), null);
  });
});
