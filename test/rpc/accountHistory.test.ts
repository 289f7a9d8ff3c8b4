// perigee_account_history, perigee_sub_accounts and perigee_controls on a running node.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { ALICE, BOB, ROOT, startTestNode, type TestNode } from '../support/runningNode.ts';
import { NEAR, Sender, type TransactionResult, transfer } from '../support/sender.ts';

interface History {
  readonly entries: readonly {
    readonly role: string;
    readonly transaction_hash: string;
    readonly receipt_id: string | null;
    readonly block_hash: string;
    readonly block_height: number;
    readonly timestamp_nanosec: string;
    readonly shard_id: number;
  }[];
  readonly cursor: string | null;
}

const CHILD = `child.${ALICE}`;

let node: TestNode;
let created: TransactionResult;
let sent: TransactionResult;

before(async () => {
  node = await startTestNode({ shards: 3 });
  const alice = new Sender(node.rpc, ALICE);
  created = await alice.send(CHILD, [{ kind: 'CreateAccount', value: {} }, transfer(NEAR)]);
  sent = await alice.send(BOB, [transfer(1n)]);
});

const ask = (account_id: string, more: object = {}) =>
  node.rpc.call<History>('perigee_account_history', { account_id, ...more });

const describe = ({ role, transaction_hash, receipt_id }: History['entries'][number]) =>
  [role, transaction_hash, receipt_id] as const;

test('the history has what an account signed, received and executed, newest first', async () => {
  const [first] = sent.receipts_outcome;
  const { entries, cursor } = await ask(BOB);
  const { hash } = sent.transaction;
  assert.deepEqual(entries.map(describe), [
    ['executed', hash, first?.id],
    ['received', hash, null],
  ]);
  assert.equal(cursor, null);
  const [newest] = entries;
  const block = await node.rpc.call<{ header: { height: number; timestamp_nanosec: string } }>(
    'block',
    { block_id: first?.block_hash },
  );
  assert.equal(newest?.block_hash, first?.block_hash);
  assert.equal(newest?.block_height, block.header.height);
  assert.equal(newest?.timestamp_nanosec, block.header.timestamp_nanosec);
});

test('the history is read page by page', async () => {
  const all = await ask(ALICE, { limit: 100 });
  const signed = all.entries.filter(({ role }) => role === 'signed').map(describe);
  assert.deepEqual(signed, [
    ['signed', sent.transaction.hash, null],
    ['signed', created.transaction.hash, null],
  ]);
  const pages: History['entries'][number][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: History = await ask(ALICE, { limit: 1, ...(cursor !== undefined && { cursor }) });
    assert.equal(page.entries.length, 1);
    pages.push(...page.entries);
    cursor = page.cursor;
  }
  assert.deepEqual(pages, all.entries);
  assert.deepEqual(await ask('nobody.near'), { entries: [], cursor: null });
});

test('invalid params are refused', async () => {
  for (const more of [{ cursor: 'x' }, { cursor: '1-' }, { limit: 0 }, { limit: 101 }]) {
    const { error } = await node.rpc.ask('perigee_account_history', { account_id: BOB, ...more });
    assert.equal(error?.cause.name, 'PARSE_ERROR', JSON.stringify(more));
  }
});

test('sub-accounts are listed', async () => {
  const below = (account_id: string, more: object = {}) =>
    node.rpc.call('perigee_sub_accounts', { account_id, ...more });
  assert.deepEqual(await below(ALICE), { account_ids: [CHILD] });
  assert.deepEqual(await below(ALICE, { after: CHILD }), { account_ids: [] });
  assert.deepEqual(await below(BOB), { account_ids: [] });
  // By the last letters of their names, and parents first.
  assert.deepEqual(await below(ROOT), { account_ids: [BOB, ALICE, CHILD] });
  assert.deepEqual(await below(ROOT, { after: BOB, limit: 1 }), { account_ids: [ALICE] });
});

test('a history drops reverted blocks', async () => {
  const known = await ask(BOB);
  const { id } = await node.rpc.call<{ id: number }>('perigee_snapshot');
  await new Sender(node.rpc, ALICE).send(BOB, [transfer(2n)]);
  assert.equal((await ask(BOB)).entries.length, known.entries.length + 2);
  await node.rpc.call('perigee_revert', { id });
  assert.deepEqual(await ask(BOB), known);
  await node.rpc.call('perigee_drop_snapshot', { id });
});

test('perigee_controls reports the current settings', async () => {
  interface State {
    readonly mining: string;
    readonly timestamp: string;
    readonly snapshots: readonly { readonly id: number; readonly height: number }[];
  }
  const read = () => node.rpc.call<State>('perigee_controls');
  assert.equal((await read()).mining, 'auto');
  for (const mode of ['interval:60000', 'auto:5000', 'manual']) {
    await node.rpc.call('perigee_set_mining', { mode });
    assert.equal((await read()).mining, mode);
  }
  const { height } = await node.rpc.call<{ height: number }>('perigee_mine');
  const { id: first } = await node.rpc.call<{ id: number }>('perigee_snapshot');
  await node.rpc.call('perigee_mine', { blocks: 3 });
  const { id: second } = await node.rpc.call<{ id: number }>('perigee_snapshot');
  const [early, late] = [
    { id: first, height },
    { id: second, height: height + 3 },
  ];
  assert.deepEqual((await read()).snapshots, [early, late]);
  await node.rpc.call('perigee_set_time', { timestamp: '1900000000000000000' });
  const { timestamp } = await read();
  assert.ok(BigInt(timestamp) >= 1_900_000_000_000_000_000n);
  await node.rpc.call('perigee_revert', { id: first });
  const after = await read();
  assert.deepEqual(after.snapshots, [early]);
  assert.ok(BigInt(after.timestamp) < BigInt(timestamp), 'the clock has returned as well');
});
