// How many reads from the cluster a request takes on a front end that has none of its rows in
// memory, once the rows of epochs, which all requests share, are there.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, ROOT } from '../support/runningNode.ts';
import {
  callContract,
  deploy,
  Sender,
  type TransactionResult,
  transfer,
} from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { startTestCluster } from './support/cassandra.ts';
import { caughtUp, clusterWritten, startFrontEnd, startWriter } from './support/clusterPrograms.ts';

interface BlockAnswer {
  readonly header: { readonly hash: string; readonly height: number };
  readonly chunks: readonly { readonly chunk_hash: string; readonly shard_id: number }[];
}

/** A transaction, and a block that other requests did not read. */
interface Subject {
  readonly result: TransactionResult;
  readonly signer: string;
  readonly block: BlockAnswer;
}

let writer: RpcClient;
let front: RpcClient;
const subjects: Subject[] = [];

async function send(sender: Sender, receiver: string, action: ReturnType<typeof transfer>) {
  const result = await sender.send(receiver, [action], 'FINAL');
  const block = await writer.call<BlockAnswer>('block', {
    block_id: result.transaction_outcome.block_hash,
  });
  subjects.push({ result, signer: sender.accountId, block });
}

before(async () => {
  const cluster = (await startTestCluster(1)).address('reads');
  writer = await startWriter(createTemporaryFolder(), cluster).listening();
  await clusterWritten(cluster);
  const root = new Sender(writer, ROOT);
  await send(root, ROOT, deploy(storageContract));
  await send(root, ROOT, callContract('put', Uint8Array.of(1, 2, 3)));
  const alice = new Sender(writer, ALICE);
  for (let i = 0; i < 12; i++) await send(alice, BOB, transfer(1n));
  // A new head takes reads as well.
  await writer.call('perigee_set_mining', { mode: 'manual' });
  front = await startFrontEnd(cluster).listening();
  await caughtUp(writer, front);
  const [
    {
      block: { header },
    },
  ] = subjects as [Subject];
  await front.call('block', { block_id: header.height });
  await front.call('chunk', { block_id: header.height, shard_id: 0 });
});

async function countReads(rpc: RpcClient): Promise<number> {
  const text = await (await fetch(`${rpc.url}/metrics`)).text();
  return Number(/^perigee_ring_reads_total (\d+)/m.exec(text)?.[1]);
}

/** Each takes the next subject, so that none finds rows of another in memory. */
const REQUESTS: readonly (readonly [
  string,
  method: string,
  (subject: Subject) => object,
  reads: number,
])[] = [
  ['a contract call', 'tx_status', statusOf, 1],
  ['a transfer', 'tx_status', statusOf, 1],
  ['a transfer', 'tx', statusOf, 1],
  ['by height', 'block', ({ block }) => ({ block_id: block.header.height }), 1],
  ['by hash', 'block', ({ block }) => ({ block_id: block.header.hash }), 1],
  ['by hash', 'chunk', ({ block }) => ({ chunk_id: block.chunks[0]?.chunk_hash }), 2],
  ['by height', 'chunk', ({ block }) => ({ block_id: block.header.height, shard_id: 0 }), 2],
  ['by height', 'EXPERIMENTAL_changes', (subject) => changesOf(subject, 'height'), 2],
  ['by hash', 'EXPERIMENTAL_changes', (subject) => changesOf(subject, 'hash'), 2],
];

function statusOf({ result, signer }: Subject): object {
  return { tx_hash: result.transaction.hash, sender_account_id: signer, wait_until: 'FINAL' };
}

function changesOf({ block, signer }: Subject, by: 'height' | 'hash'): object {
  return {
    block_id: block.header[by],
    changes_type: 'account_changes',
    account_ids: [signer],
  };
}

test('a request takes one or two reads, and the response is that of the writer', async () => {
  for (const [index, [name, method, paramsOf, reads]] of REQUESTS.entries()) {
    const params = paramsOf(subjects[index + 1] as Subject);
    const start = await countReads(front);
    const response = await front.call(method, params);
    assert.equal((await countReads(front)) - start, reads, `${method}, ${name}`);
    assert.deepEqual(response, await writer.call(method, params), `${method}, ${name}`);
  }
});

test('that a transaction does not exist takes one read', async () => {
  const start = await countReads(front);
  const params = { tx_hash: '1'.repeat(32), sender_account_id: ALICE, wait_until: 'NONE' };
  const refused = await front.fail('tx_status', params);
  assert.equal(refused.cause.name, 'UNKNOWN_TRANSACTION');
  assert.equal((await countReads(front)) - start, 1);
});
