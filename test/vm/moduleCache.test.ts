// The cache of compiled contracts: what is prepared once, what is prepared again, its limit, and
// what protocol versions share.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import { type Protocol, protocolAt } from '../../src/params/protocol.ts';
import { hostTableAt } from '../../src/vm/host/hostTable.ts';
import { type ContractCode, ModuleCache, type ModuleSource } from '../../src/vm/moduleCache.ts';
import { createPrepare } from '../../src/vm/prepareContract.ts';
import { preparationOf } from '../../src/vm/wasm/module/prepareConfig.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { SizedCaches } from '../support/sizedCaches.ts';
import { encodeSmallModule, I64 } from './support/smallModule.ts';

const prepareNow = createPrepare(PROTOCOL);
/** Room for two of the small modules below. */
const TWO_MODULES = 12_000;
const REFUSALS_MAX = 16_384;

/** The cache as one protocol sees it, unless told otherwise. */
function createCache(bytesMax: number) {
  const prepared: Hash[] = [];
  const modules = new ModuleCache(new SizedCaches({ compiled_contracts: bytesMax }));
  const prepare = (code: ContractCode) => {
    prepared.push(code.hash);
    return prepareNow(code);
  };
  const sourceAt = (protocol: Protocol): ModuleSource => {
    return { name: preparationOf(protocol).name, prepare, table: hostTableAt(protocol) };
  };
  const get = (code: ContractCode, protocol = PROTOCOL) => modules.get(code, sourceAt(protocol));
  return { cache: { get }, prepared };
}

function codeOf(bytes: Uint8Array) {
  return { hash: sha256(bytes), read: () => bytes };
}

const [first, second, third] = ['a', 'b', 'c'].map((name) =>
  codeOf(encodeSmallModule({ functions: [{ body: [] }], exports: { [name]: 0 } })),
) as [ReturnType<typeof codeOf>, ReturnType<typeof codeOf>, ReturnType<typeof codeOf>];

describe('module cache', () => {
  it('compiles a code once', () => {
    const { cache, prepared } = createCache(TWO_MODULES);
    const compiled = cache.get(first);
    assert.ok(compiled !== null && 'module' in compiled);
    assert.equal(compiled.codeLength, first.read().length);
    assert.equal(cache.get({ hash: first.hash, read: () => assert.fail('not read') }), compiled);
    assert.equal(prepared.length, 1);
  });

  it('keeps the failure of a code', () => {
    const { cache, prepared } = createCache(TWO_MODULES);
    const bad = codeOf(Uint8Array.of(1));
    const failure = { kind: 'PrepareError', error: 'Deserialization' };
    assert.deepEqual(cache.get(bad), { failure });
    assert.deepEqual(cache.get(bad), { failure });
    assert.equal(prepared.length, 1);
  });

  it('keeps the failure of a code, however large other modules are', () => {
    const { cache, prepared } = createCache(TWO_MODULES);
    const bad = codeOf(Uint8Array.of(1));
    for (const code of [bad, first, second, third, bad, first, second, third, bad]) cache.get(code);
    assert.equal(prepared.filter((hash) => hash === bad.hash).length, 1);
  });

  it('bounds the failures, and drops the least recently used ones', () => {
    const { cache, prepared } = createCache(TWO_MODULES);
    const bad = (index: number) => codeOf(Uint8Array.of(index, index >> 8));
    const used = bad(0);
    for (let index = 0; index <= REFUSALS_MAX; index++) {
      cache.get(bad(index));
      cache.get(used);
    }
    assert.equal(prepared.length, REFUSALS_MAX + 1);
    cache.get(bad(1));
    assert.equal(prepared.length, REFUSALS_MAX + 2);
  });

  it('reports that a code is absent, and reads again', () => {
    const { cache } = createCache(TWO_MODULES);
    assert.equal(cache.get({ hash: first.hash, read: () => null }), null);
    assert.notEqual(cache.get(first), null);
  });

  it('drops the least recently used module', () => {
    const { cache, prepared } = createCache(TWO_MODULES);
    for (const code of [first, second, first, third, first, second]) cache.get(code);
    assert.deepEqual(prepared, [first.hash, second.hash, third.hash, second.hash]);
  });

  it('shares modules between versions that prepare in the same way, and links them again', () => {
    const { cache, prepared } = createCache(TWO_MODULES);
    const sha3 = codeOf(
      encodeSmallModule({
        imports: [{ name: 'sha3_256', params: [I64, I64, I64] }],
        functions: [{ body: [] }],
        exports: { main: 1 },
      }),
    );
    const at = (version: number) => {
      const compiled = cache.get(sha3, protocolAt(version, 'release'));
      assert.ok(compiled !== null && 'link' in compiled);
      return compiled;
    };
    assert.equal(at(86).module, at(84).module);
    assert.deepEqual(at(86).link, {
      linkError: 'unknown or invalid import',
      missingImport: 'sha3_256',
    });
    assert.equal(prepared.length, 1);
    assert.equal(at(88).module, at(87).module);
    assert.ok(!('linkError' in at(87).link));
    assert.equal(prepared.length, 2);
    assert.notEqual(at(86).module, at(87).module);
  });
});
