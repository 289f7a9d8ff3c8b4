// A chain that prunes: what it keeps can be traced, apart from its oldest block, whose predecessor
// is gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hash } from '../../src/base/crypto/hash.ts';
import { GarbageCollector } from '../../src/chain/garbage/garbageCollector.ts';
import { TraceError } from '../../src/trace/reexecute/traceError.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import { ALICE, BOB, createLocalChain, signTransaction, transfer } from '../chain/localChain.ts';
import { createTraceSource } from './traceAll.ts';

test('transactions of kept blocks are traced, others are unknown or refused', () => {
  const local = createLocalChain({ epochLength: 5, transactionValidityPeriod: 4 });
  const { chain, producer, store } = local;
  const collector = new GarbageCollector(chain, store, { epochsToKeep: 3, blocksPerStep: 2 });
  const sent: Hash[] = [];
  for (let i = 0; i < 60; i++) {
    const transaction = signTransaction(local, ALICE, BOB, [transfer(1n)]);
    producer.submit(transaction);
    sent.push(transaction.hash);
    collector.onBlock(producer.produceBlock());
    while (collector.step());
  }
  chain.stored.forgetCollected();
  const source = createTraceSource(chain);
  const tail = chain.stored.tail();
  assert.ok(tail.height > 20);
  const found = sent.map((transactionHash) => {
    try {
      return traceTransaction(source, { transactionHash, level: 'host' })?.status ?? 'unknown';
    } catch (error) {
      assert.ok(error instanceof TraceError);
      return error.code;
    }
  });
  const unknown = found.lastIndexOf('unknown') + 1;
  assert.deepEqual(new Set(found.slice(0, unknown)), new Set(['unknown']));
  assert.equal(found[unknown], 'trace_unavailable', 'the oldest block');
  assert.deepEqual(new Set(found.slice(unknown + 1, -4)), new Set(['success']));
});
