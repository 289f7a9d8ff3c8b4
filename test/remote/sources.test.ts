// One chain as the sources have it: a node over JSON-RPC, its blocks at neardata's paths, and an
// export in NEAR Lake's layout. All give the node's own traces, also later without the network.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Hash } from '../../src/base/crypto/hash.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { exportBlocks } from '../../src/follow/exportBlocks.ts';
import { LakeFolder } from '../../src/follow/sources/lakeFolder.ts';
import { sourceClock } from '../../src/follow/sources/sourceClock.ts';
import { KeptAnswers } from '../../src/remote/keptAnswers.ts';
import { openSource } from '../../src/remote/openSource.ts';
import type { RemoteError } from '../../src/remote/remoteError.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import { type TraceLevel, TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import {
  createTestTracer,
  listTransactions,
  type ServedChain,
  serveRecording,
} from './servedChain.ts';

const SAMPLED_EVERY = 12;
const lake = createTemporaryFolder();
let served: ServedChain;

const SOURCES: readonly (readonly [string, () => { from: string; rows?: string }])[] = [
  ['a node', () => ({ from: served.url })],
  ['neardata', () => ({ from: `neardata:${served.url}` })],
  ['an export', () => ({ from: `lake:${lake}`, rows: served.url })],
];

async function exportChain({ chain }: ServedChain): Promise<void> {
  await exportBlocks({
    parts: { chain: chain.stored, epochs: chain.epochs },
    target: new LakeFolder(lake),
    clock: sourceClock,
    report: (trouble) => assert.fail(trouble),
    awaitBlocks: async () => false,
    signal: new AbortController().signal,
    onBlock: () => {},
  });
}

function ownTrace({ chain }: ServedChain, transactionHash: Hash, level: TraceLevel = 'host') {
  const { stored, epochs, trie, genesis } = chain;
  const contracts = createContractRunner();
  const source = { chainId: genesis.chainId, stored, epochs, trie, contracts };
  const trace = traceTransaction(source, { transactionHash, level });
  assert.ok(trace);
  return TransactionTrace.json(trace);
}

async function openTracer(
  place: { from: string; rows?: string },
  folder: string,
  isOffline: boolean,
) {
  const kept = new KeptAnswers(folder);
  const options = { rows: undefined, ...place, kept, isOffline, onRequest: () => {} };
  return createTestTracer('', { ...(await openSource(options)), kept, isOffline });
}

function requestFor(transactionHash: Hash) {
  const { dialect } = served.chain.epochs.rules;
  return { transactionHash, level: 'host', dialect, height: null, overrides: [] } as const;
}

test('every source gives the traces of the node, and again without it', async () => {
  served = await serveRecording('extras');
  await exportChain(served);
  const ids = listTransactions(served.chain).filter((_, i) => i % SAMPLED_EVERY === 0);
  assert.ok(ids.length > 3);
  const kept: string[] = [];
  for (const [name, place] of SOURCES) {
    const folder = createTemporaryFolder();
    kept.push(folder);
    const tracer = await openTracer(place(), folder, false);
    // What a short trace has fetched is enough for a long one.
    for (const [i, id] of ids.entries()) {
      const level = i % 2 === 0 ? 'receipts' : 'host';
      const { trace } = await tracer.trace({ ...requestFor(id), level });
      assert.equal(TransactionTrace.json(trace), ownTrace(served, id, level), name);
    }
  }
  await served.close();
  for (const [i, [name, place]] of SOURCES.entries()) {
    const folder = kept[i] as string;
    const tracer = await openTracer(place(), folder, true);
    for (const id of ids) {
      const { trace } = await tracer.trace(requestFor(id));
      assert.equal(TransactionTrace.json(trace), ownTrace(served, id), name);
    }
    const other = requestFor(new Uint8Array(32));
    await assert.rejects(tracer.trace(other), { code: 'remote_offline' }, name);
    // A damaged file is one that was not kept.
    for (const file of readdirSync(folder)) {
      const path = join(folder, file);
      const bytes = readFileSync(path);
      bytes.writeUInt8((bytes[bytes.length - 1] as number) ^ 1, bytes.length - 1);
      writeFileSync(path, bytes);
    }
    await assert.rejects(
      openTracer(place(), folder, true).then((one) => one.trace(requestFor(ids[0] as Hash))),
      (error: RemoteError) => error.code === 'remote_offline',
      name,
    );
  }
});

test('what is kept has a bound', () => {
  const folder = createTemporaryFolder();
  const kept = new KeptAnswers(folder, 100);
  kept.keep('short', new Uint8Array(20));
  assert.throws(() => kept.keep('long', new Uint8Array(80)), { code: 'remote_cache_full' });
  const reopened = new KeptAnswers(folder, 100);
  assert.deepEqual(reopened.read('short'), Buffer.alloc(20));
  assert.equal(reopened.read('long'), null);
  assert.throws(() => reopened.keep('another', new Uint8Array(20)), { code: 'remote_cache_full' });
});
