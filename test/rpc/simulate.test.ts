// perigee_simulate and perigee_call on a running node, and in a program that embeds one: results,
// params that are not valid, bounds, and a chain that stays as it is.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { NS_PER_SECOND } from '../../src/base/units.ts';
import type { PerigeeSimulateRequest, PerigeeSimulation } from '../../src/client/generated/wire.ts';
import { RpcCallError } from '../../src/client/rpcCallError.ts';
import { createNode } from '../../src/embed/createNode.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';

const [ALICE, BOB] = ['alice.test.near', 'bob.test.near'];
const code = bytesToBase64(recordedContract('hostcall'));
const NEAR = '1000000000000000000000000';

const node = await createNode({ shards: 2 });
after(() => node.stop());

const transfer = { signer_id: ALICE, receiver_id: BOB, actions: [{ Transfer: { deposit: NEAR } }] };
const log = bytesToBase64(hostCalls(['log_utf8', 'here'], ['panic_utf8', 'after that']));
const call = { account_id: BOB, method_name: 'run', args_base64: log };
const withCode = { overrides: [{ set_code: { account_id: BOB, code_base64: code } }] };

async function failureOf(running: Promise<unknown>): Promise<{ name: string; text: string }> {
  const error = await running.then(
    () => assert.fail('it fails'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof RpcCallError, String(error));
  const { cause, data } = error.info.error as { cause: { name: string }; data: string };
  return { name: cause.name, text: data };
}

test('a transfer is simulated at the time of the chain, which stays as it is', async () => {
  await node.setBalance(ALICE, 10n ** 26n);
  // Then everything is final, and no block follows by itself.
  await node.mine(4);
  const before = await node.rpc('status');
  const [{ transactions, blocks }] = [await node.simulate({ transactions: transfer })];
  assert.deepEqual(transactions[0]?.status, { SuccessValue: '' });
  assert.ok(transactions[0]?.state_changes.accounts.some(({ account_id }) => account_id === BOB));
  assert.deepEqual((await node.rpc('status')).sync_info, before.sync_info);
  await node.advanceTime(10_000);
  const later = await node.simulate({ transactions: [transfer, transfer] });
  assert.equal(later.transactions.length, 2);
  const passed = timeOf(later) - BigInt(blocks[0]?.timestamp ?? 0);
  assert.ok(passed >= 10_000n * NS_PER_SECOND, `${passed}`);
  const sent = await node.impersonate(ALICE, BOB, transfer.actions, 'FINAL');
  const outcome = sent as unknown as { receipts_outcome: { outcome: { gas_burnt: number } }[] };
  assert.deepEqual(
    outcome.receipts_outcome.map((receipt) => receipt.outcome.gas_burnt),
    transactions[0]?.receipts_outcome.map((receipt) => receipt.outcome.gas_burnt),
  );
});

function timeOf({ blocks }: PerigeeSimulation): bigint {
  return BigInt(blocks[0]?.timestamp ?? 0);
}

test('a call shows its logs, its gas and the stack of its failure', async () => {
  const { status, logs, gas_burnt, failure } = await node.simulateView({ ...call, ...withCode });
  assert.equal(status, 'failure');
  assert.deepEqual(logs, ['here']);
  assert.ok(gas_burnt > 0);
  assert.match(failure?.message ?? '', /after that/);
  assert.ok((failure?.stack?.length ?? 0) > 0);
  const missing = await failureOf(node.simulateView({ ...call, account_id: 'ghost.near' }));
  assert.equal(missing.name, 'UNKNOWN_ACCOUNT');
});

test('an older block, named in each way', async () => {
  const { height, hash } = await headOf();
  await node.mine(3);
  for (const block of [{ block_id: height }, { block_id: hash }]) {
    const found = await node.simulate({ ...block, transactions: transfer });
    assert.equal(found.block_height, height);
  }
  const final = await node.simulate({ finality: 'final', transactions: transfer });
  assert.ok(final.block_height < (await headOf()).height + 1);
  const unknown = node.simulate({ block_id: 10 ** 9, transactions: transfer });
  assert.equal((await failureOf(unknown)).name, 'UNKNOWN_BLOCK');
});

async function headOf(): Promise<{ height: number; hash: string }> {
  const { sync_info } = await node.rpc('status');
  return { height: sync_info.latest_block_height, hash: sync_info.latest_block_hash };
}

const MANY = Array.from({ length: 101 }, () => transfer);
const garbage = bytesToBase64(utf8ToBytes('not a transaction'));
const hostile: readonly [string, unknown, string, RegExp][] = [
  ['nothing', {}, 'PARSE_ERROR', /transactions/],
  ['both forms', { transactions: transfer, blocks: [] }, 'PARSE_ERROR', /not both/],
  ['no blocks', { blocks: [] }, 'PARSE_ERROR', /at least 1/],
  ['too many', { transactions: MANY }, 'PARSE_ERROR', /at most 100/],
  ['blocks', { blocks: Array(33).fill({}) }, 'PARSE_ERROR', /at most 32/],
  ['bytes', { transactions: garbage }, 'PARSE_ERROR', /./],
  ['base64', { transactions: '?' }, 'PARSE_ERROR', /./],
  ['an account', { transactions: { ...transfer, signer_id: 'NOT!' } }, 'PARSE_ERROR', /./],
  ['overrides', { transactions: transfer, overrides: [{ mint: {} }] }, 'PARSE_ERROR', /mint/],
  ['a height', { transactions: transfer, block_height: 1 }, 'SIMULATION_REFUSED', /block_height/],
  [
    'a time',
    { transactions: transfer, block_timestamp: '18446744073709551615' },
    'SIMULATION_REFUSED',
    /block_timestamp/,
  ],
  [
    'a far height',
    { transactions: transfer, block_height: Number.MAX_SAFE_INTEGER },
    'SIMULATION_REFUSED',
    /at most 256 blocks/,
  ],
  [
    'a missing account',
    { transactions: transfer, overrides: [{ delete_account: { account_id: 'ghost.near' } }] },
    'SIMULATION_REFUSED',
    /ghost/,
  ],
];
for (const [what, params, name, text] of hostile) {
  test(`refused: ${what}`, async () => {
    const failure = await failureOf(node.simulate(params as PerigeeSimulateRequest));
    assert.equal(failure.name, name);
    assert.match(failure.text, text);
  });
}
