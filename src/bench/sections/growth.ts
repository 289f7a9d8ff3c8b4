// Whether answers stay as quick when the chain gets longer and the accounts get more.

import { formatPublicKey, keyFromSeed, secretToPublic } from '../../base/keys.ts';
import { ROOT_ACCOUNT } from '../../params/genesisDefaults.ts';
import type { Bench } from '../bench.ts';
import { BenchAccount, sendParams, TRANSFER } from '../benchAccount.ts';
import { type MeasuredNode, withNode } from '../measuredNode.ts';
import { chooseReadRequests } from '../readRequests.ts';
import { requestBody } from '../target.ts';

const section = 'growth';
const CHAIN_LENGTHS = [1_000, 10_000, 100_000];
const ACCOUNT_COUNTS = [1_000, 10_000, 100_000, 1_000_000];
const CONNECTIONS = 32;
const BLOCKS_A_REQUEST = 1_000;
const RECORDS_A_REQUEST = 5_000;

export async function measureGrowth(bench: Bench): Promise<void> {
  await withNode(bench.program, ['--mining', 'manual'], (node) => measureChainLength(bench, node));
  await withNode(bench.program, ['--mining', 'manual'], (node) => measureAccounts(bench, node));
}

/** The questions are about blocks near the end, and about the account that sent the transfer. */
async function measureChainLength(bench: Bench, node: MeasuredNode): Promise<void> {
  let height = 0;
  for (const [i, length] of CHAIN_LENGTHS.entries()) {
    bench.say(`making blocks until there are ${length}`);
    while (height < length - 10) {
      const blocks = Math.min(BLOCKS_A_REQUEST, length - 10 - height);
      await node.call('perigee_mine', { blocks });
      height += blocks;
    }
    // Opened anew, since a transaction must name a block that is not too old.
    const accounts = await BenchAccount.openAll(node, CHAIN_LENGTHS.length);
    const transfer = (accounts[i] as BenchAccount).sign(ROOT_ACCOUNT, TRANSFER);
    await node.call('send_tx', sendParams(transfer, 'NONE'));
    await node.call('perigee_mine', { blocks: length - height });
    height = length;
    for (const { what, method, params } of await chooseReadRequests(node)) {
      await measure(bench, node, `${what}, ${length} blocks`, method, params);
    }
  }
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
    const account = { account_id: accountName(count >> 1), finality: 'final' };
    const params = { request_type: 'view_account', ...account };
    await measure(bench, node, `query view_account, ${count} accounts`, 'query', params);
  }
}

async function measure(
  { loadMs, generateLoad, report }: Bench,
  node: MeasuredNode,
  what: string,
  method: string,
  params: unknown,
): Promise<void> {
  const load = { url: node.url, body: requestBody(method, params), connections: CONNECTIONS };
  await generateLoad({ ...load, durationMs: loadMs * 0.2 });
  const { requestsPerSecond, medianMs } = await generateLoad({ ...load, durationMs: loadMs });
  const note = `median ${medianMs.toFixed(2)} ms`;
  report({ section, what, value: requestsPerSecond, unit: 'requests/s', note });
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
