// Prepared contracts on disk: what is read back is what was written, damage is noticed, the folder
// stays within its bound, and an older version's files are not used.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { bytesToHex } from '../../src/base/bytes.ts';
import { sha256 } from '../../src/base/hash.ts';
import { keepPrepared, PREPARED_NAME } from '../../src/node/preparedContracts.ts';
import { runtimeConfig } from '../../src/params/runtimeConfig.ts';
import { PREPARATION, prepareContract } from '../../src/vm/prepareContract.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const config = runtimeConfig(87);
const code = recordedContract('compute');
const hash = sha256(code);

describe('prepared contracts on disk', () => {
  let folder = '';
  let prepared = 0;
  const open = (bytesMax?: number) =>
    keepPrepared(
      (bytes) => {
        prepared += 1;
        return prepareContract(bytes, config);
      },
      folder,
      bytesMax,
    );
  const files = () => readdirSync(join(folder, PREPARED_NAME));

  beforeEach(() => {
    folder = createTemporaryFolder();
    prepared = 0;
  });

  it('are prepared once and read back as they were', () => {
    const first = open()(code, hash);
    const second = open()(code, hash);
    assert.deepEqual(second, first);
    assert.equal(prepared, 1);
  });

  it('are prepared anew when their file is damaged', () => {
    const first = open()(code, hash);
    const path = join(folder, PREPARED_NAME, files()[0] as string);
    const bytes = readFileSync(path);
    for (const damaged of [bytes.subarray(0, 100), Buffer.from(bytes).fill(7, 40, 41)]) {
      writeFileSync(path, damaged);
      assert.deepEqual(open()(code, hash), first);
    }
    assert.equal(prepared, 3);
  });

  it('leave room for newer ones', () => {
    open()(code, hash);
    const { size } = statSync(join(folder, PREPARED_NAME, files()[0] as string));
    const other = sha256(hash);
    open(size + 10)(code, other);
    assert.equal(files().length, 1);
    assert.ok(files()[0]?.startsWith(Buffer.from(other).toString('hex')));
  });

  it('are known by the number of their preparation', () => {
    const digests = (['compute', 'hostcall'] as const).map((name) => {
      const result = prepareContract(recordedContract(name), config);
      assert.ok('wasm' in result);
      return bytesToHex(sha256(result.wasm)).slice(0, 16);
    });
    // If preparation makes something else of the same code, its number goes up.
    assert.deepEqual([PREPARATION, ...digests], [3, 'c04686b58291a911', 'a12ae3c565e2e289']);
  });

  it('of another version are removed', () => {
    open()(code, hash);
    const old = join(folder, '0.0.1-1');
    mkdirSync(old);
    writeFileSync(join(old, 'a.prepared'), 'old');
    open()(code, hash);
    assert.deepEqual(readdirSync(folder), [PREPARED_NAME]);
    assert.equal(prepared, 1);
  });

  it('a refused contract is not kept', () => {
    assert.deepEqual(open()(Uint8Array.of(1, 2, 3), hash), { error: 'Deserialization' });
    assert.deepEqual(files(), []);
  });
});
