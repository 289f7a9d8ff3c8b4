// Whether responses stay as fast when the chain gets longer and has more accounts. No request is
// repeated between two blocks: responses are cached that long, and a cached one costs nothing.

import { formatPublicKey, keyFromSeed, secretToPublic } from '../../base/crypto/keys.ts';
import { ROOT_ACCOUNT } from '../../params/genesisDefaults.ts';
import type { Bench } from '../bench.ts';
import { sendAll } from '../loadGenerator.ts';
import { type MeasuredNode, withNode } from '../measuredNode.ts';
import { requestBody } from '../target.ts';

const section = 'growth';
const CHAIN_LENGTHS = [1_000, 10_000, 100_000];
const ACCOUNT_COUNTS = [1_000, 10_000, 100_000, 1_000_000];
const CONNECTIONS = 32;
/** Fewer than there are blocks or accounts. */
const QUESTIONS = 900;
const BLOCKS_A_REQUEST = 1_000;
const RECORDS_A_REQUEST = 5_000;

export async function measureGrowth(bench: Bench): Promise<void> {
  await withNode(bench.program, ['--mining', 'manual'], (node) => measureChainLength(bench, node));
  await withNode(bench.program, ['--mining', 'manual'], (node) => measureAccounts(bench, node));
}

async function measureChainLength(bench: Bench, node: MeasuredNode): Promise<void> {
  let made = 0;
  for (const length of CHAIN_LENGTHS) {
    bench.say(`making blocks until there are ${length}`);
    while (made < length) {
      const blocks = Math.min(BLOCKS_A_REQUEST, length - made);
      await node.call('perigee_mine', { blocks });
      made += blocks;
    }
    // The first block has no chunks.
    const heights = spread(length).map((height) => height + 2);
    for (const { what, method, params } of BLOCK_QUESTIONS) {
      const bodies = heights.map((height) => requestBody(method, params(height)));
      await measure(bench, node, `${what}, ${length} blocks`, bodies);
    }
  }
}

interface BlockQuestion {
  readonly what: string;
  readonly method: string;
  params(height: number): unknown;
}

const BLOCK_QUESTIONS: readonly BlockQuestion[] = [
  { what: 'block', method: 'block', params: (height) => ({ block_id: height }) },
  { what: 'chunk', method: 'chunk', params: (height) => ({ block_id: height, shard_id: 0 }) },
  { what: 'gas_price', method: 'gas_price', params: (height) => [height] },
  {
    what: 'EXPERIMENTAL_changes_in_block',
    method: 'EXPERIMENTAL_changes_in_block',
    params: (height) => ({ block_id: height }),
  },
  {
    what: 'query view_account at a block',
    method: 'query',
    params: (height) => viewAccount(ROOT_ACCOUNT, { block_id: height }),
  },
];

function viewAccount(accountId: string, reference: object): object {
  return { request_type: 'view_account', account_id: accountId, ...reference };
}

/** Numbers below a bound, far apart from each other. */
function spread(count: number): number[] {
  return Array.from({ length: QUESTIONS }, (_, i) => Math.floor((i * (count - 10)) / QUESTIONS));
}

async function measureAccounts(bench: Bench, node: MeasuredNode): Promise<void> {
  let made = 0;
  for (const count of ACCOUNT_COUNTS) {
    bench.say(`making accounts until there are ${count}`);
    while (made < count) {
      const size = Math.min(RECORDS_A_REQUEST, count - made);
      const records = Array.from({ length: size }, (_, i) => createAccount(made + i));
      await node.call('sandbox_patch_state', { records: records.flat() });
      made += size;
    }
    await node.call('perigee_mine', { blocks: 5 });
    const bodies = spread(count).map((index) =>
      requestBody('query', viewAccount(accountName(index), { finality: 'final' })),
    );
    await measure(bench, node, `query view_account, ${count} accounts`, bodies);
  }
}

/** Sends each request once, and all of them again after a block. */
async function measure(
  { loadMs, report }: Bench,
  node: MeasuredNode,
  what: string,
  bodies: readonly string[],
): Promise<void> {
  let [sent, spentMs] = [0, 0];
  while (spentMs < loadMs) {
    await node.call('perigee_mine', { blocks: 1 });
    const startMs = performance.now();
    await sendAll(node.url, bodies, CONNECTIONS);
    spentMs += performance.now() - startMs;
    sent += bodies.length;
  }
  const value = Math.round((1000 * sent) / spentMs);
  report({ section, what, value, unit: 'requests/s' });
}

const PUBLIC_KEY = formatPublicKey(secretToPublic(keyFromSeed('ed25519', 'bench')));

function accountName(index: number): string {
  return `account${index}.bench`;
}

function createAccount(index: number): unknown[] {
  const account_id = accountName(index);
  return [
    {
      Account: {
        account_id,
        account: {
          amount: '1000000000000000000000000',
          locked: '0',
          code_hash: '11111111111111111111111111111111',
          storage_usage: 182,
        },
      },
    },
    {
      AccessKey: {
        account_id,
        public_key: PUBLIC_KEY,
        access_key: { nonce: 0, permission: 'FullAccess' },
      },
    },
  ];
}
