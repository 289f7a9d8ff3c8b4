// What the chain thread caches of contracts: several of the largest stay in memory when they are
// called in turn, and a code that was refused is recognised without its bytes, in this runner and
// in the next. Every new preparation would read the code, and every load its file.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { test } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import type { ContractRunner } from '../../src/runtime/chunkContext.ts';
import { largeContract } from '../support/largeContract.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { SizedCaches } from '../support/sizedCaches.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { MemoryExternal } from '../vm/support/memoryExternal.ts';
import { testContext } from '../vm/support/testContext.ts';

const LARGE = 4;

/** Calls codes and counts how often each of them is read. */
class Caller {
  readonly reads: number[];
  readonly #codes: readonly { readonly hash: Uint8Array; read(): Uint8Array }[];

  constructor(codes: readonly Uint8Array[]) {
    this.reads = codes.map(() => 0);
    this.#codes = codes.map((code, index) => {
      const read = () => {
        (this.reads[index] as number)++;
        return code;
      };
      return { hash: sha256(code), read };
    });
  }

  /** Each once, in turn; returns how they failed. */
  callAll(contracts: ContractRunner): unknown[] {
    return this.#codes.map((code) => {
      const context = testContext();
      const external = new MemoryExternal({ accountId: context.currentAccountId });
      return contracts.run(PROTOCOL, { code, method: 'main', context, external }).aborted;
    });
  }
}

test('large contracts that are called in turn, and one that is refused, are prepared once', () => {
  const folder = createTemporaryFolder();
  const large = Array.from({ length: LARGE }, (_, seed) => largeContract(seed));
  const caller = new Caller([largeContract(LARGE, false), ...large]);
  const error = { kind: 'PrepareError', error: 'Deserialization' };
  const refused = { kind: 'CompilationError', error };
  const expected = [refused, ...large.map(() => null)];

  const contracts = createContractRunner({ folder });
  assert.deepEqual(caller.callAll(contracts), expected);
  const later = createContractRunner({ folder });
  assert.deepEqual(caller.callAll(later), expected);
  assert.deepEqual(caller.reads, new Array(1 + LARGE).fill(1), 'read from the folder');

  rmSync(folder, { recursive: true });
  for (const runner of [contracts, later]) {
    for (let round = 0; round < 3; round++) assert.deepEqual(caller.callAll(runner), expected);
  }
  assert.deepEqual(caller.reads, new Array(1 + LARGE).fill(1), 'found in memory');
});

test('refusals stay when there are more modules than fit in memory', () => {
  const caller = new Caller([largeContract(0, false), largeContract(1), largeContract(2)]);
  const contracts = createContractRunner({
    caches: new SizedCaches({ compiled_contracts: 40_000_000 }),
  });
  for (let round = 0; round < 3; round++) caller.callAll(contracts);
  assert.deepEqual(caller.reads, [1, 3, 3]);
});
