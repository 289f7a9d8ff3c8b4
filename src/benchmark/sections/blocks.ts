// The cost of one block, from the request that produces it to its response, by the number of
// transactions in it.

import type { Bench } from '../bench.ts';
import { BenchAccount, sendParams, TRANSFER } from '../benchAccount.ts';
import { sendAll } from '../loadGenerator.ts';
import { type MeasuredNode, withNode } from '../measuredNode.ts';
import { quantile } from '../measurement.ts';
import { requestBody } from '../target.ts';

const COUNTS = [0, 100, 1_000, 10_000];
const WARM_UP_BLOCKS = 200;
const EMPTY_BLOCKS = 100;
const SENDERS = 10;
const CONNECTIONS = 32;

export async function measureBlocks(bench: Bench): Promise<void> {
  await withNode(bench.program, ['--mining', 'manual'], async (node) => {
    await node.call('perigee_mine', { blocks: WARM_UP_BLOCKS });
    const accounts = await BenchAccount.openAll(node, SENDERS);
    for (const count of COUNTS) {
      const what = `a block with ${count} transfers`;
      const { value, note } = await measureBlock(node, accounts, count);
      bench.report({ section: 'blocks', what, value, unit: 'ms', note });
    }
  });
}

async function measureBlock(
  node: MeasuredNode,
  accounts: readonly BenchAccount[],
  count: number,
): Promise<{ value: number; note: string | undefined }> {
  if (count === 0) {
    const times: number[] = [];
    for (let i = 0; i < EMPTY_BLOCKS; i++) times.push(await mine(node));
    return { value: quantile(times, 0.5), note: undefined };
  }
  const receiver = accounts[0] as BenchAccount;
  const bodies = Array.from({ length: count }, (_, i) => {
    const sender = accounts[i % accounts.length] as BenchAccount;
    return requestBody('send_tx', sendParams(sender.sign(receiver.accountId, TRANSFER), 'NONE'));
  });
  await sendAll(node.url, bodies, CONNECTIONS);
  const value = await mine(node);
  const included = await countTransactions(node);
  // Until nothing is left for the next measurement.
  let blocks = 1;
  for (let left = count - included; left > 0; blocks++) {
    await mine(node);
    left -= await countTransactions(node);
  }
  await node.call('perigee_mine', { blocks: 5 });
  const note =
    included === count ? undefined : `${included} fit into it, all into ${blocks} blocks`;
  return { value, note };
}

async function mine(node: MeasuredNode): Promise<number> {
  const startMs = performance.now();
  await node.call('perigee_mine', {});
  return performance.now() - startMs;
}

interface BlockAnswer {
  readonly chunks: readonly { readonly chunk_hash: string }[];
}

async function countTransactions(node: MeasuredNode): Promise<number> {
  const { chunks } = await node.call<BlockAnswer>('block', { finality: 'optimistic' });
  let count = 0;
  for (const { chunk_hash } of chunks) {
    const chunk = await node.call<{ transactions: unknown[] }>('chunk', { chunk_id: chunk_hash });
    count += chunk.transactions.length;
  }
  return count;
}
