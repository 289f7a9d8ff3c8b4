// Traces transactions of a recorded chain from outside, over HTTP, and compares each trace with the
// one that the node of the chain makes itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import type { RemoteTrace } from '../../src/remote/remoteTrace.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import { TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import type { RecordingName } from '../support/recordings.ts';
import { createTestTracer, listTransactions, serveRecording } from './servedChain.ts';

/** Every n-th transaction of the recording. */
export function testRemoteTraces(name: RecordingName, every: number, expected: string): void {
  test(`${name}: traces from outside`, async () => {
    const { url, chain } = await serveRecording(name);
    const { dialect } = chain.epochs.rules;
    const { chainId } = chain.genesis;
    const { stored, epochs, trie } = chain;
    const source = { chainId, stored, epochs, trie, contracts: createContractRunner() };
    const tracer = createTestTracer(url);
    const counts = new Map<string, number>();
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    const ids = listTransactions(chain).filter((_, i) => i % every === 0);
    for (const transactionHash of ids) {
      const wanted = { transactionHash, level: 'host' } as const;
      const request = { ...wanted, dialect, height: null, overrides: [] };
      const remote = await tracer.trace(request);
      for (const { result, field, reason } of remote.checks) {
        count([result, field ?? '', reason === null ? '' : '(yields)'].join(' ').trim());
      }
      if (isWhole(remote)) {
        const own = traceTransaction(source, wanted);
        assert.ok(own, formatHash(transactionHash));
        assert.equal(TransactionTrace.json(remote.trace), TransactionTrace.json(own));
      } else count('not whole');
    }
    const found = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    assert.equal(found.map(([what, number]) => `${number} ${what}`).join(', '), expected);
  });
}

/** Whether nothing is missing, and nothing is known as a sum only. */
function isWhole({ checks, notices }: RemoteTrace): boolean {
  return notices.length === 0 && checks.every(({ result }) => result === 'exact');
}
