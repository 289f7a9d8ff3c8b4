// Floods against the real program with small limits: requests that wait, transactions that cannot
// be executed, transactions that fill the pool, view calls that burn all their gas. Each flood
// meets its limit, gets its own error and its own count, and others are served meanwhile; how
// quickly is only printed, because it also depends on the machine.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bytesToBase64, u64Le } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { type KeyType, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import { eventually } from '../support/eventually.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import type { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, CAROL, type NodeProcess, startNodeProcess } from '../support/runningNode.ts';
import { deploy, Sender, transfer } from '../support/sender.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { byForm, countRounds } from '../support/testForm.ts';
import { createTransaction } from '../support/transactions.ts';
import { forEachParallel, KeptConnections } from './support/keptConnections.ts';
import { Bystander, countRefused, metricOf, readMetrics } from './support/nodeMetrics.ts';

const HUNDREDS_OF_WAITS = { short: 3, long: 50 };
const WAITS_MAX = byForm(HUNDREDS_OF_WAITS) * 100 - 50;
const INVALID = { short: 300, long: 20_000 };
/** More than may be queued for verification. */
const EXPENSIVE = 400;
const EXPENSIVE_MAX = 256;
const POOLED_MAX = 20;
const VIEWS = byForm({ short: 40, long: 1_000 });
/** Few enough that all of them are burnt in a short time. */
const VIEWS_MAX = byForm({ short: 4, long: 20 });
const VIEW_GAS = 100_000_000_000_000;
const CONNECTIONS = 32;
const MEMORY_BYTES_MAX = 800_000_000;

let node: NodeProcess;
let rpc: RpcClient;

before(async () => {
  const limits = [
    ['--max-waits', `${WAITS_MAX}`],
    ['--max-pool-account', `${POOLED_MAX}`],
    ['--max-views', `${VIEWS_MAX}`],
    ['--max-view-gas', `${VIEW_GAS}`],
  ];
  node = startNodeProcess(createTemporaryFolder(), ...limits.flat());
  rpc = await node.listening();
  const carol = new Sender(rpc, CAROL);
  await carol.send(CAROL, [deploy(recordedContract('compute'))], 'FINAL');
});

after(() => node.kill('SIGKILL'));

/** Runs a flood while another client sends requests; returns how long those took. */
async function besideOthers(flood: () => Promise<void>) {
  const bystander = new Bystander(rpc);
  await flood().finally(() => bystander.stop());
  const { count, medianMs, maxMs } = await bystander.stop();
  const memory = metricOf(await readMetrics(rpc), 'near_memory_usage_bytes');
  assert.ok(memory < MEMORY_BYTES_MAX, `${memory} bytes`);
  return `${count} answers, median ${medianMs.toFixed(1)} ms, slowest ${maxMs.toFixed(1)} ms`;
}

function formatCall(method: string, params: object): { path: string; body: string } {
  return { path: `/${method}`, body: JSON.stringify({ method, params }) };
}

test('thousands of requests wait for a late transaction', async (context) => {
  const alice = new Sender(rpc, ALICE);
  const late = await alice.sign(BOB, [transfer(1n)]);
  const connections = new KeptConnections(rpc.url, byForm(HUNDREDS_OF_WAITS) * 100);
  const params = { tx_hash: formatHash(late.hash), sender_account_id: ALICE, wait_until: 'FINAL' };
  let refused = 0;
  const wait = async () => {
    const { status, text } = await connections.post(formatCall('tx_status', params));
    if (/requests are waiting already/.test(text)) refused++;
    else assert.match(text, /"final_execution_status":"FINAL"/, `${status} ${text}`);
  };
  const waits: Promise<void>[] = [];
  const beyondLimit = () => Math.max(0, waits.length - WAITS_MAX);
  const times = await besideOthers(async () => {
    for (const _ of countRounds(context, 'hundreds of waits', HUNDREDS_OF_WAITS)) {
      for (let i = 0; i < 100; i++) waits.push(wait());
      await untilParked(waits.length - beyondLimit());
    }
    await eventually('the others are refused', () => refused === beyondLimit());
    // None of the waits can end before this: others do not wait for them.
    assert.ok((await rpc.call<object>('block', { finality: 'final' })) !== null);
    await alice.submit(late, 'NONE');
    await Promise.all(waits);
  });
  connections.close();
  assert.equal(refused, beyondLimit(), 'those above the limit');
  assert.equal(await countRefused(rpc, 'waits'), beyondLimit());
  await untilParked(0);
  context.diagnostic(times);
});

/** A busy node accepts connections one by one. */
async function untilParked(count: number): Promise<void> {
  await eventually(`${count} requests wait`, async () => {
    const parked = metricOf(await readMetrics(rpc), 'perigee_waiting_requests');
    assert.ok(parked <= WAITS_MAX, `${parked} requests wait`);
    return parked === count;
  });
}

test('transactions that cannot be executed', async (context) => {
  const alice = new Sender(rpc, ALICE);
  const { bytes } = await alice.sign(BOB, [transfer(1n)]);
  const forged = Array.from({ length: 16 }, (_, i) => {
    const copy = Uint8Array.from(bytes);
    copy[copy.length - 1 - i] = (copy[copy.length - 1 - i] as number) ^ 1;
    return copy;
  });
  const connections = new KeptConnections(rpc.url, CONNECTIONS);
  const sent = countRounds(context, 'invalid transactions', INVALID);
  const times = await besideOthers(() =>
    forEachParallel(sent, CONNECTIONS, async (i) => {
      const transaction = forged[i % forged.length] as Uint8Array;
      const params = { signed_tx_base64: bytesToBase64(transaction), wait_until: 'INCLUDED' };
      const { text } = await connections.post(formatCall('send_tx', params));
      assert.match(text, /INVALID_TRANSACTION|PARSE_ERROR/);
    }),
  );
  connections.close();
  assert.ok((await countRefused(rpc, 'invalid_transaction')) > 0);
  context.diagnostic(times);
});

/** Transactions of a signer that does not exist, each with a different wrong signature. */
async function forgeExpensive(type: KeyType, count: number): Promise<Uint8Array[]> {
  const alice = new Sender(rpc, ALICE);
  const { transaction } = await alice.sign(BOB, [transfer(1n)]);
  const secret = keyFromSeed(type, 'nobody');
  const parts = { ...transaction, signerId: 'nobody.near', publicKey: secretToPublic(secret) };
  const { bytes, signature } = createTransaction(parts, secret);
  return Array.from({ length: count }, (_, i) => {
    const copy = Uint8Array.from(bytes);
    // At the start of the signature, so that only complete verification finds it wrong.
    new DataView(copy.buffer).setUint32(copy.length - signature.data.length + 8, i);
    return copy;
  });
}

for (const type of ['ml-dsa-65', 'secp256k1'] satisfies KeyType[]) {
  test(`an honest transfer does not wait for a flood of ${type} signatures`, async (context) => {
    const alice = new Sender(rpc, ALICE);
    await alice.send(BOB, [transfer(1n)], 'EXECUTED_OPTIMISTIC');
    const before = await countRefused(rpc, 'signatures');
    const forged = await forgeExpensive(type, EXPENSIVE);
    const connections = new KeptConnections(rpc.url, EXPENSIVE);
    const answers = { invalid: 0, shed: 0 };
    const flood = forged.map(async (transaction) => {
      const params = { signed_tx_base64: bytesToBase64(transaction), wait_until: 'INCLUDED' };
      const { text } = await connections.post(formatCall('send_tx', params));
      if (/InvalidSignature/.test(text)) answers.invalid++;
      else if (/too many signatures are waiting/.test(text)) answers.shed++;
      else assert.fail(text);
    });
    await eventually('the flood has begun', () => answers.invalid > 0);
    const { invalid: earlier } = answers;
    await alice.send(BOB, [transfer(1n)], 'EXECUTED_OPTIMISTIC');
    const { invalid, shed } = answers;
    assert.ok(invalid - earlier <= EXPENSIVE_MAX, `${invalid - earlier} verified before it`);
    await Promise.all(flood);
    connections.close();
    assert.equal((await countRefused(rpc, 'signatures')) - before, answers.shed);
    context.diagnostic(`${invalid} of ${answers.invalid} verified before it, ${shed} shed`);
  });
}

test('more transactions of one account than the pool takes', async () => {
  const quiet = startNodeProcess(
    createTemporaryFolder(),
    ...['--mining', 'manual', '--wait-timeout', '100', '--max-pool-account', `${POOLED_MAX}`],
  );
  const client = await quiet.listening();
  await client.call('perigee_mine', { blocks: 1 });
  const alice = new Sender(client, ALICE);
  for (let i = 0; i < POOLED_MAX; i++) {
    await alice.submit(await alice.sign(BOB, [transfer(1n)]), 'NONE');
  }
  const extra = await alice.sign(BOB, [transfer(1n)]);
  const params = { signed_tx_base64: bytesToBase64(extra.bytes), wait_until: 'INCLUDED' };
  const error = await client.fail('send_tx', params);
  assert.match(JSON.stringify(error), /its limit of 20 transactions of /);
  assert.equal(await countRefused(client, 'pool'), 1);
  const bob = new Sender(client, BOB);
  await bob.submit(await bob.sign(ALICE, [transfer(1n)]), 'NONE');
  await client.call('perigee_mine', { blocks: 1 });
  await alice.submit(extra, 'NONE');
  await quiet.kill('SIGKILL');
});

test('view calls that burn all their gas', async (context) => {
  const connections = new KeptConnections(rpc.url, VIEWS);
  const answers = new Map<string, number>();
  const call = async (i: number) => {
    const params = {
      finality: 'optimistic',
      account_id: CAROL,
      method_name: 'fib',
      // Each with other arguments: none can come from the cache.
      args_base64: bytesToBase64(u64Le(1_000 + i)),
    };
    const { text } = await connections.post(formatCall('EXPERIMENTAL_call_function', params));
    const kind = /maximum amount of gas|too many calls/.exec(text)?.[0] ?? text;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
  };
  const times = await besideOthers(async () => {
    await Promise.all(Array.from({ length: VIEWS }, (_, i) => call(i)));
  });
  connections.close();
  const kinds = [...answers].map(([kind, count]) => `${count} × ${kind}`).join(', ');
  assert.equal(
    [...answers.values()].reduce((a, b) => a + b, 0),
    VIEWS,
  );
  assert.ok((answers.get('too many calls') ?? 0) > 0, kinds);
  assert.equal(await countRefused(rpc, 'views'), answers.get('too many calls'));
  assert.ok((answers.get('maximum amount of gas') ?? 0) > 0, kinds);
  context.diagnostic(`${kinds}; ${times}`);
});

test('none of this was a failure of the node', async () => {
  assert.doesNotMatch(node.stdout, /"level":50/, node.stdout.slice(-2_000));
  const { code, stderr } = await node.kill('SIGTERM');
  assert.deepEqual([code, stderr], [0, '']);
});
