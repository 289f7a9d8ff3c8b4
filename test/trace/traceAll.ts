// Executes every transaction and receipt of a chain again. That itself compares all outcomes with
// the stored ones; here the parts of the traces must add up to them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { formatHash, type Hash } from '../../src/base/crypto/hash.ts';
import { parseExactJson } from '../../src/base/json/exactJson.ts';
import type { Chain } from '../../src/chain/chain.ts';
import type { StoredOutcome } from '../../src/chain/stored/chainReader.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { TraceBudget } from '../../src/trace/collect/traceBudget.ts';
import { TraceRecorder } from '../../src/trace/collect/traceRecorder.ts';
import { reexecuteShard } from '../../src/trace/reexecute/reexecuteShard.ts';
import type { TraceSource } from '../../src/trace/storedHistory.ts';
import { formatTrace } from '../../src/trace/text/formatTrace.ts';
import { PLAIN } from '../../src/trace/text/styles.ts';
import { traceTransaction } from '../../src/trace/traceTransaction.ts';
import { type ActionTrace, TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import { chunkHash } from '../../src/types/chunk.ts';
import type { ExecutionOutcome } from '../../src/types/outcome.ts';
import type { RecordingName } from '../support/recordings.ts';
import { openReplayedChain } from '../support/replayedChain.ts';

export function testTraces(name: RecordingName, expected: string): void {
  test(`${name}: every receipt comes out as recorded`, async () => {
    const { chain } = await openReplayedChain(name, Number.POSITIVE_INFINITY);
    const { outcomes, hostCalls, transactions } = traceAll(chain);
    const found = `${outcomes} outcomes, ${hostCalls} host calls, ${transactions} traces`;
    assert.equal(found, expected);
  });
}

export function createTraceSource({ stored, epochs, trie, genesis }: Chain): TraceSource {
  const { chainId } = genesis;
  return { chainId, stored, epochs, trie, contracts: createContractRunner() };
}

interface Traced {
  /** Transactions and receipts that were executed again. */
  readonly outcomes: number;
  readonly hostCalls: number;
  /** Transactions that were traced one by one: each executes whole chunks again. */
  readonly transactions: number;
}

const SAMPLED_EVERY = 16;
const NO_END = new TraceBudget(Number.POSITIVE_INFINITY);

function traceAll(chain: Chain): Traced {
  const source = createTraceSource(chain);
  const chunks = listChunks(chain);
  const ids = chunks.flat().map(({ id }) => id);
  const recorder = new TraceRecorder(
    'host',
    NO_END,
    new Map(ids.map((id) => [bytesKey(id), undefined])),
  );
  const contracts = recorder.observe(source.contracts);
  for (const outcomes of chunks) {
    const [{ blockHash, shardId }] = outcomes as [StoredOutcome];
    reexecuteShard(
      { chain: source, contracts, observer: recorder },
      { blockHash, shardId },
      outcomes,
    );
  }
  let hostCalls = 0;
  for (const { id, outcome } of chunks.flat()) {
    if (chain.stored.receipt(id) === null) continue;
    const { actions } = recorder.actionsOf(id);
    checkActions(actions, outcome, formatHash(id));
    hostCalls += actions.reduce((sum, action) => sum + action.hostCalls.length, 0);
  }
  const sent = ids.filter((id) => chain.stored.transaction(id) !== null);
  assert.equal(sent.length, countTransactions(chain), 'no transaction is left out');
  const sampled = sent.filter((_, i) => i % SAMPLED_EVERY === 0);
  for (const id of sampled) checkTrace(source, id);
  return { outcomes: ids.length, hostCalls, transactions: sampled.length };
}

/** The outcomes of every chunk that has any. */
export function listChunks({ stored, head }: Chain): StoredOutcome[][] {
  const chunks: StoredOutcome[][] = [];
  for (let height = stored.genesis().height; height <= head.block.header.lite.height; height++) {
    const blockHash = stored.hashAt(height);
    const block = blockHash && stored.block(blockHash);
    for (const { inner } of block?.body.chunks ?? []) {
      const ids = stored.outcomeIds(blockHash as Hash, inner.value.shardId);
      if (ids.length > 0) chunks.push(ids.map((id) => stored.outcome(id) as StoredOutcome));
    }
  }
  return chunks;
}

/** As the chunks have them. */
function countTransactions({ stored, head }: Chain): number {
  let count = 0;
  for (let height = stored.genesis().height; height <= head.block.header.lite.height; height++) {
    const hash = stored.hashAt(height);
    for (const header of (hash && stored.block(hash))?.body.chunks ?? []) {
      if (header.heightIncluded !== height) continue;
      count += stored.chunk(chunkHash(header))?.transactions.length ?? 0;
    }
  }
  return count;
}

function checkTrace(source: TraceSource, transactionHash: Hash): void {
  const name = formatHash(transactionHash);
  const trace = traceTransaction(source, { transactionHash, level: 'host' });
  assert.ok(trace, name);
  for (const receipt of trace.receipts) {
    const outcome = source.stored.outcome(receipt.receiptId)?.outcome;
    assert.equal(receipt.status === 'pending', outcome === undefined, name);
    if (outcome === undefined) continue;
    assert.equal(receipt.gasBurnt, outcome.gasBurnt, name);
    assert.equal(receipt.status === 'failure', outcome.status.kind === 'Failure', name);
    checkActions(receipt.actions, outcome, name);
  }
  const json = TransactionTrace.json(trace);
  assert.deepEqual(TransactionTrace.parse(parseExactJson(json)), trace, name);
  const text = formatTrace(trace, PLAIN);
  assert.ok(!/\p{Cc}/u.test(text.replaceAll('\n', '')), name);
  assert.equal(text.split(' block ').length - 1, trace.receipts.length + 1, name);
}

/** The parts add up to the outcome of the receipt. */
function checkActions(
  actions: readonly ActionTrace[],
  { gasBurnt, logs }: ExecutionOutcome,
  name: string,
): void {
  assert.deepEqual(
    actions.flatMap((action) => action.logs),
    logs,
    name,
  );
  const spent = actions.reduce((sum, action) => sum + action.gasBurnt, 0n);
  // The rest is the fee for the receipt.
  assert.ok(spent < gasBurnt && gasBurnt - spent < 10n ** 12n, `${name}: ${spent}, ${gasBurnt}`);
  for (const { hostCalls, gasBurnt: burnt, args, result } of actions) {
    let before = 0;
    for (const call of hostCalls) {
      assert.ok(call.gasAfter >= before + call.gasBurnt, `${name}: ${call.name}`);
      before = call.gasAfter;
    }
    assert.ok(BigInt(before) <= burnt, name);
    const returned = hostCalls.findLast((call) => call.name === 'value_return')?.args[0]?.bytes;
    if (result !== null && returned !== undefined) assert.deepEqual(returned, result, name);
    const given = hostCalls.find((call) => call.name === 'input' && call.error === null)?.output;
    if (given !== undefined) assert.deepEqual(given, args, name);
  }
}
