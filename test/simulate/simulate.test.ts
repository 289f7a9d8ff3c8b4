// Simulations on a local chain: overrides of each kind, older blocks, several blocks, other shards,
// receipts that wait, and transactions that are not valid.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, publicKeyToHandle, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { StatePatch } from '../../src/chain/patch/statePatch.ts';
import { simulateCall } from '../../src/simulate/simulateCall.ts';
import type { SimulatedTransaction } from '../../src/simulate/simulation.ts';
import type { GivenTransaction } from '../../src/simulate/simulationRequest.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import {
  ALICE,
  BOB,
  CAROL,
  digestRows,
  NEAR,
  signTransaction,
  TGAS,
  transfer,
} from '../chain/localChain.ts';
import { type HostCall, hostCalls } from '../support/recordedContracts.ts';
import { WorkCounter } from '../support/workCounter.ts';
import {
  block,
  code,
  createBase,
  hasCode,
  parts,
  runHost,
  SECOND,
  ZERO_AT,
} from './simulatedBase.ts';

function invalidKind({ status }: SimulatedTransaction): string {
  assert.ok(status.kind === 'Failure' && status.value.kind === 'InvalidTxError');
  return status.value.value.kind;
}

test('a call across shards with its callback, and everything that it changed', async () => {
  const { runOne, chain } = await createBase();
  const { head } = chain;
  const calls: readonly HostCall[] = [
    ['storage_write', 'key', 'value', 0],
    ['promise_batch_create', CAROL],
    ['promise_batch_action_transfer', 0, ZERO_AT],
    ['promise_then', 0, BOB, 'collect', '', ZERO_AT, 5n * TGAS],
  ];
  const found = runOne(parts(ALICE, BOB, [runHost(100n * TGAS, ...calls)]));
  assert.equal(found.status.kind, 'SuccessValue');
  assert.deepEqual(found.failures, []);
  assert.ok(found.blocks.length >= 4, `${found.blocks.length} blocks`);
  const executors = found.receiptsOutcome.map(({ outcome }) => outcome.executorId);
  assert.ok([BOB, CAROL, ALICE].every((account) => executors.includes(account)));
  const [row] = found.stateChanges.storage;
  assert.equal(bytesToUtf8(row?.afterBase64 ?? new Uint8Array()), 'value');
  assert.equal(row?.beforeBase64, null);
  assert.deepEqual(found.stateChanges.accessKeys, [], 'no key is needed or changed');
  const alice = found.stateChanges.accounts.find(({ accountId }) => accountId === ALICE);
  assert.ok((alice?.before?.amount ?? 0n) > (alice?.after?.amount ?? 0n));
  assert.equal(chain.head, head);
});

test('a failure has its stack, and a trace if one is asked for', async () => {
  const { run } = await createBase();
  const given = parts(ALICE, BOB, [runHost(50n * TGAS, ['panic_utf8', 'on purpose'])]);
  const [found] = run([block([given])], { level: 'host' }).transactions;
  const [failure] = found?.failures ?? [];
  assert.match(failure?.message ?? '', /on purpose/);
  assert.ok((failure?.stack.length ?? 0) > 0);
  const calls = found?.trace?.receipts[0]?.actions[0]?.hostCalls.map(({ name }) => name) ?? [];
  assert.equal(calls.at(-1), 'panic_utf8');
});

const stranger = secretToPublic(keyFromSeed('ed25519', 'stranger'));
const onlyRun = {
  kind: 'FunctionCall',
  value: { allowance: NEAR, receiverId: BOB, methodNames: ['run'] },
} as const;

const OVERRIDES: readonly [
  string,
  StatePatch,
  GivenTransaction,
  (found: Found) => unknown,
  unknown,
][] = [
  [
    'a balance',
    { kind: 'SetBalance', value: { accountId: 'new.test.near', amount: 5n * NEAR } },
    parts('new.test.near', BOB, [transfer(4n * NEAR)]),
    ({ status }) => status.kind,
    'SuccessValue',
  ],
  [
    'code',
    { kind: 'SetCode', value: { accountId: CAROL, code } },
    parts(ALICE, CAROL, [runHost(50n * TGAS, ['log_utf8', 'here'])]),
    ({ receiptsOutcome }) => receiptsOutcome[0]?.outcome.logs,
    ['here'],
  ],
  [
    'a storage row',
    {
      kind: 'SetData',
      value: { accountId: BOB, dataKey: utf8ToBytes('key'), value: utf8ToBytes('old') },
    },
    parts(ALICE, BOB, [runHost(50n * TGAS, ['storage_remove', 'key', 0])]),
    ({ stateChanges }) =>
      stateChanges.storage.map(({ beforeBase64, afterBase64 }) => {
        return [beforeBase64 && bytesToUtf8(beforeBase64), afterBase64];
      }),
    [['old', null]],
  ],
  [
    'an access key, which is charged',
    {
      kind: 'SetAccessKey',
      value: {
        accountId: ALICE,
        publicKey: publicKeyToHandle(stranger),
        accessKey: { nonce: 6n, permission: onlyRun },
      },
    },
    parts(ALICE, BOB, [runHost(50n * TGAS, ['log_utf8', 'x'])], { publicKey: stranger }),
    ({ stateChanges }) => stateChanges.accessKeys.map(({ after }) => after?.nonce),
    [7n],
  ],
  [
    'a deleted account',
    { kind: 'DeleteAccount', value: { accountId: CAROL } },
    parts(CAROL, BOB, [transfer(1n)]),
    invalidKind,
    'SignerDoesNotExist',
  ],
];
type Found = SimulatedTransaction;

for (const [name, override, given, read, expected] of OVERRIDES) {
  test(`an override: ${name}`, async () => {
    const local = await createBase();
    const { runOne, chain } = local;
    const [head, rows] = [chain.head, digestRows(local)];
    assert.deepEqual(read(runOne(given, { overrides: [override] })), expected);
    assert.notDeepEqual(
      tryRead(() => read(runOne(given))),
      expected,
      'without it, otherwise',
    );
    assert.equal(chain.head, head);
    assert.deepEqual(digestRows(local), rows);
  });
}

function tryRead(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    assert.ok(error instanceof assert.AssertionError);
    return null;
  }
}

test('height, time and random value are those that are given', async () => {
  const { runOne, chain } = await createBase();
  const { height, timestamp } = chain.head.block.header.lite;
  const call = runHost(50n * TGAS, ['block_index'], ['block_timestamp'], ['random_seed', 0]);
  const given = parts(BOB, BOB, [call]);
  const place = { blockHeight: height + 7, blockTimestamp: timestamp + 123n * SECOND };
  const seeded = { ...place, randomValue: HASH_ZERO };
  const first = runOne(given, seeded);
  assert.equal(first.blocks[0]?.height, height + 7);
  assert.equal(first.blocks[0]?.timestamp, timestamp + 123n * SECOND);
  assert.deepEqual(runOne(given, seeded), first, 'the same request gives the same result');
  for (const wrong of [{ blockHeight: height }, { blockTimestamp: timestamp }]) {
    assert.throws(() => runOne(given, wrong), hasCode('simulation_refused'));
  }
});

test('transactions that no block can include are results', async () => {
  const local = await createBase();
  const { runOne } = local;
  const signed = signTransaction(local, ALICE, BOB, [transfer(1n)]);
  const unsigned = signed.transaction;
  const tests: readonly [GivenTransaction, string][] = [
    [parts('ghost.near', BOB, [transfer(1n)]), 'SignerDoesNotExist'],
    [parts(ALICE, BOB, [transfer(10n ** 36n)]), 'NotEnoughBalance'],
    [parts(ALICE, BOB, [transfer(1n)], { publicKey: stranger }), 'InvalidAccessKeyError'],
    [{ kind: 'unsigned', value: { ...unsigned, blockHash: HASH_ZERO } }, 'Expired'],
    [{ kind: 'signed', value: { ...signed, signature: wrongSignature } }, 'InvalidSignature'],
  ];
  for (const [given, kind] of tests) assert.equal(invalidKind(runOne(given)), kind);
  for (const kind of ['signed', 'unsigned'] as const) {
    const value = kind === 'signed' ? signed : unsigned;
    const found = runOne({ kind, value } as GivenTransaction);
    assert.equal(found.status.kind, 'SuccessValue');
    assert.deepEqual(found.transactionHash, signed.hash);
  }
  // The second cannot pay after the first, which only shows in the block.
  const most = parts(CAROL, BOB, [transfer((amountOf(local, CAROL) * 3n) / 4n)]);
  const [first, second] = local.run([block([most, most])]).transactions as [Found, Found];
  assert.equal(first.status.kind, 'SuccessValue');
  assert.equal(invalidKind(second), 'NotEnoughBalance');
});

const wrongSignature = { type: 'ed25519', data: new Uint8Array(64) } as const;

function amountOf({ runOne }: Awaited<ReturnType<typeof createBase>>, account: AccountId): bigint {
  const { stateChanges } = runOne(parts(account, BOB, [transfer(1n)]));
  const own = stateChanges.accounts.find(({ accountId }) => accountId === account);
  return own?.before?.amount ?? 0n;
}

test('several blocks, and what each of them begins with', async () => {
  const { run } = await createBase();
  const write = (value: string) =>
    parts(ALICE, BOB, [runHost(50n * TGAS, ['storage_write', 'key', value, 0])]);
  const { transactions, blocks } = run([
    block([write('one')], { waitForReceipts: false }),
    block([], { waitForReceipts: false }),
    block([write('two')], {
      overrides: [{ kind: 'SetBalance', value: { accountId: ALICE, amount: 9n * NEAR } }],
    }),
  ]);
  const shown = transactions.map(({ stateChanges }) =>
    stateChanges.storage.map(({ beforeBase64, afterBase64 }) =>
      [beforeBase64, afterBase64].map((bytes) => bytes && bytesToUtf8(bytes)),
    ),
  );
  assert.deepEqual(shown, [[[null, 'one']], [['one', 'two']]]);
  const paid = transactions[1]?.stateChanges.accounts.find(({ accountId }) => accountId === ALICE);
  assert.equal(paid?.before?.amount, 9n * NEAR);
  assert.ok(blocks.length >= 4);
});

test('an older block is begun after, although its chain went on with the same', async () => {
  const local = await createBase();
  const { chain, run } = local;
  const { hash, block: old } = chain.head;
  const sent = signTransaction(local, ALICE, BOB, [
    runHost(50n * TGAS, ['storage_write', 'key', 'real', 0]),
  ]);
  local.producer.submit(sent);
  await local.controls.run({ kind: 'mine', blocks: 5 });
  const given = block([{ kind: 'signed', value: sent }]);
  const [again] = run([given], { blockHash: hash }).transactions as [Found];
  assert.equal(again.status.kind, 'SuccessValue');
  assert.equal(again.stateChanges.storage[0]?.beforeBase64, null);
  const { blockHeight, blocks } = run([given], { blockHash: hash });
  assert.equal(blockHeight, old.header.lite.height);
  assert.equal(blocks[0]?.height, old.header.lite.height + 1);
  const [now] = run([given]).transactions as [Found];
  assert.equal(invalidKind(now), 'InvalidNonce');
});

test('yields that nobody resumes stay pending', async () => {
  const { runOne } = await createBase();
  const calls: readonly HostCall[] = [['promise_yield_create', 'collect', '', 5n * TGAS, 0, 0]];
  const found = runOne(parts(ALICE, BOB, [runHost(100n * TGAS, ...calls)]));
  assert.equal(found.pending.length, 1);
  assert.ok(found.blocks.length < 10);
});

test('a height beyond more epochs than blocks may be made for is refused', async () => {
  const { runOne } = await createBase();
  const far = () => runOne(parts(ALICE, BOB, [transfer(1n)]), { blockHeight: 2 ** 40 });
  assert.throws(far, hasCode('simulation_refused'));
});

test('view calls with overrides', async () => {
  const { base, chain } = await createBase();
  const call = (overrides: readonly StatePatch[], accountId: AccountId, ...calls: HostCall[]) =>
    simulateCall(base, {
      blockHash: chain.head.hash,
      overrides,
      accountId,
      methodName: 'run',
      args: hostCalls(...calls),
      gasLimit: null,
      blockHeight: null,
      blockTimestamp: null,
    });
  const deployed: StatePatch[] = [{ kind: 'SetCode', value: { accountId: CAROL, code } }];
  assert.equal(call([], 'ghost.near'), null);
  const failed = call([], CAROL, ['log_utf8', 'x']);
  assert.equal(failed?.failure?.kind, 'FunctionCallError');
  const found = call(deployed, CAROL, ['log_utf8', 'seen']);
  assert.deepEqual([found?.status, found?.logs], ['success', ['seen']]);
  assert.ok((found?.gasBurnt ?? 0n) > 0n);
  const panicked = call(deployed, CAROL, ['panic_utf8', 'no']);
  assert.ok((panicked?.failure?.stack.length ?? 0) > 0);
  const tooLong: StatePatch[] = [
    {
      kind: 'SetData',
      value: { accountId: BOB, dataKey: new Uint8Array(5_000), value: new Uint8Array() },
    },
  ];
  assert.throws(() => call(tooLong, BOB), hasCode('patch_fault'));
});

test('a key whose nonces are used up has no next one', async () => {
  const { runOne } = await createBase();
  const nonce = 2n ** 64n - 1n;
  const override: StatePatch = {
    kind: 'SetAccessKey',
    value: {
      accountId: ALICE,
      publicKey: publicKeyToHandle(stranger),
      accessKey: { nonce, permission: onlyRun },
    },
  };
  const given = parts(ALICE, BOB, [transfer(1n)], { publicKey: stranger });
  const { status } = runOne(given, { overrides: [override] });
  assert.ok(status.kind === 'Failure' && status.value.kind === 'InvalidTxError');
  const error = status.value.value;
  assert.ok(error.kind === 'NonceTooLarge' || error.kind === 'InvalidNonce', error.kind);
  assert.equal(error.value.txNonce, nonce);
});

test('a transaction is described the same with and without a trace', async () => {
  const { run } = await createBase();
  const calls: readonly HostCall[] = [
    ['promise_batch_create', CAROL],
    ['promise_batch_action_transfer', 0, ZERO_AT],
  ];
  const given = [
    parts(ALICE, BOB, [runHost(100n * TGAS, ...calls)]),
    parts(ALICE, BOB, [runHost(50n * TGAS, ['panic_utf8', 'on purpose'])]),
  ];
  const plain = run([block(given)]).transactions;
  const traced = run([block(given)], { level: 'calls' }).transactions;
  assert.ok(traced.every(({ trace }) => trace !== null));
  assert.deepEqual(
    traced.map((transaction) => ({ ...transaction, trace: null })),
    plain,
  );
});

const FAILING = () => parts(ALICE, BOB, [runHost(5n * TGAS, ['panic_utf8', 'on purpose'])]);
const MANY: readonly [what: string, given: () => GivenTransaction, options: object][] = [
  ['succeed', () => parts(ALICE, BOB, [transfer(1n)]), {}],
  ['fail', FAILING, {}],
  ['are traced', () => parts(ALICE, BOB, [transfer(1n)]), { level: 'calls' }],
];

for (const [what, create, options] of MANY) {
  test(`the work grows with the number of transactions that ${what}`, async (context) => {
    const { run } = await createBase();
    const counter = new WorkCounter();
    context.after(() => counter.close());
    const work = (count: number) => {
      const given = Array.from({ length: count }, create);
      return counter.count(() => run([block(given)], options));
    };
    await work(20);
    const few = await work(20);
    const many = await work(80);
    assert.ok(many < 5 * few, `${few} for 20, ${many} for 80`);
  });
}
