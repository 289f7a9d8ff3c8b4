// Two transactions on a running node whose blocks are produced on demand: the response of
// `tx_status` after each block, which requests each block wakes, and the response after a timeout.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import { RpcFailure } from '../../support/rpcClient.ts';
import {
  ALICE,
  BOB,
  CAROL,
  startTestNode,
  type TestNode,
  writeConfig,
} from '../../support/runningNode.ts';
import {
  callContract,
  deploy,
  Sender,
  TGAS,
  type TransactionResult,
  transfer,
  type WaitUntil,
} from '../../support/sender.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';
import { createTransaction } from '../../support/transactions.ts';
import { ask, request } from '../support/ask.ts';
import { GrowingChain } from '../support/growingChain.ts';

let node: TestNode;
let alice: Sender;
let bob: Sender;

before(async () => {
  node = await startTestNode({ mining: 'manual' });
  alice = new Sender(node.rpc, ALICE);
  bob = new Sender(node.rpc, BOB);
  // The first block has no chunks.
  await node.mine();
  await bob.send(BOB, [deploy(recordedContract('hostcall'))], 'NONE');
  await node.mine(5);
});

/** The milestone and the status now, or the name of the error. */
async function describeNow(sender: Sender, sent: HashedTransaction): Promise<string> {
  try {
    const { final_execution_status, status } = await sender.status(sent, 'NONE');
    if (status === undefined) return final_execution_status;
    const name = typeof status === 'string' ? status : Object.keys(status)[0];
    return `${final_execution_status} ${name}`;
  } catch (error) {
    if (error instanceof RpcFailure) return error.error.cause.name;
    throw error;
  }
}

async function followBlocks(
  sender: Sender,
  sent: HashedTransaction,
  blocks: number,
): Promise<string[]> {
  const seen = [await describeNow(sender, sent)];
  for (let i = 0; i < blocks; i++) {
    await node.mine();
    seen.push(await describeNow(sender, sent));
  }
  return seen;
}

test('a transfer: executed before it is final', async () => {
  const sent = await alice.sign(BOB, [transfer(1n)]);
  const answer = await alice.submit(sent, 'NONE');
  assert.deepEqual(answer, { final_execution_status: 'NONE' });
  assert.deepEqual(await followBlocks(alice, sent, 6), [
    'NONE',
    'INCLUDED Started',
    'EXECUTED_OPTIMISTIC SuccessValue',
    'EXECUTED SuccessValue',
    'EXECUTED SuccessValue',
    'FINAL SuccessValue',
    'FINAL SuccessValue',
  ]);
});

/** Sixteen zero bytes in the contract's memory: an amount of zero. */
const ZERO_AT = 0x40000;
const CALL_GAS = 5n * TGAS;

test('a chain of calls: final before it is executed', async () => {
  const calls = hostCalls(
    ['promise_create', BOB, 'echo', 'something', ZERO_AT, CALL_GAS],
    ['promise_then', 0, BOB, 'collect', '', ZERO_AT, CALL_GAS],
    ['promise_return', 1],
  );
  const sent = await alice.sign(BOB, [callContract('run', calls)]);
  await alice.submit(sent, 'NONE');
  assert.deepEqual(await followBlocks(alice, sent, 8), [
    'NONE',
    'INCLUDED Started',
    'INCLUDED Started',
    'INCLUDED_FINAL Started',
    'EXECUTED SuccessValue',
    'EXECUTED SuccessValue',
    'EXECUTED SuccessValue',
    'FINAL SuccessValue',
    'FINAL SuccessValue',
  ]);
});

/** After which block each `wait_until` is reached for a transfer. */
const WOKEN_BY: Readonly<Record<number, readonly WaitUntil[]>> = {
  1: ['INCLUDED'],
  2: ['EXECUTED_OPTIMISTIC'],
  3: ['INCLUDED_FINAL', 'EXECUTED'],
  4: [],
  5: ['FINAL'],
};

test('each block wakes exactly the requests that wait for it', async () => {
  const sent = await alice.sign(CAROL, [transfer(1n)]);
  const answered = new Set<WaitUntil>();
  const waits = new Map(
    Object.values(WOKEN_BY)
      .flat()
      .map((wish) => [wish, waitFor(sent, wish, answered)]),
  );
  await alice.submit(sent, 'NONE');
  const expected = new Set<WaitUntil>();
  for (const woken of Object.values(WOKEN_BY)) {
    await node.mine();
    for (const wish of woken) {
      await waits.get(wish);
      expected.add(wish);
    }
    await describeNow(alice, sent);
    assert.deepEqual(answered, expected);
  }
});

async function waitFor(
  sent: HashedTransaction,
  wish: WaitUntil,
  answered: Set<WaitUntil>,
): Promise<TransactionResult> {
  const result = await alice.status(sent, wish);
  answered.add(wish);
  return result;
}

test('sending the same transaction again gives the same response', async () => {
  const sent = await bob.sign(CAROL, [transfer(1n)]);
  await bob.submit(sent, 'NONE');
  const first = bob.submit(sent, 'EXECUTED_OPTIMISTIC');
  const second = bob.submit(sent, 'EXECUTED_OPTIMISTIC');
  await node.mine(2);
  assert.deepEqual(await second, await first);
  assert.deepEqual(await bob.submit(sent, 'EXECUTED_OPTIMISTIC'), await first);
  await node.mine(5);
});

test('after a timeout the response shows how far it got', async () => {
  const home = createTemporaryFolder();
  writeConfig(home, { rpc: { polling_config: { polling_timeout: { secs: 0, nanos: 0 } } } });
  const { rpc, mine } = await startTestNode({ home, mining: 'manual', limits: {} });
  await mine();
  const sender = new Sender(rpc, ALICE);
  const sent = await sender.sign(BOB, [transfer(1n)]);
  const params = {
    tx_hash: formatHash(sent.hash),
    sender_account_id: ALICE,
    wait_until: 'EXECUTED',
  };
  const notObserved = await rpc.fail('tx_status', params);
  assert.deepEqual(notObserved.cause, {
    name: 'TIMEOUT_ERROR',
    info: { cause: 'NOT_OBSERVED' },
  });
  await sender.submit(sent, 'NONE');
  await mine();
  const pending = await rpc.fail('tx_status', params);
  const status = await sender.status(sent, 'NONE');
  assert.equal(status.final_execution_status, 'INCLUDED');
  assert.deepEqual(pending.cause, { name: 'TIMEOUT_ERROR', info: { cause: 'PENDING', status } });
  await mine(2);
  assert.equal((await sender.status(sent, 'EXECUTED')).final_execution_status, 'EXECUTED');
});

test('a transaction that can never be included is refused while it waits', async () => {
  const body = { kind: 'Nonce', value: { nonce: 1n } } as const;
  const { blockHash } = (await alice.sign(BOB, [])).transaction;
  const used = createTransaction(
    { signerId: ALICE, receiverId: BOB, nonce: body, blockHash },
    alice.secret,
  );
  const error = await node.rpc.fail('tx_status', {
    signed_tx_base64: bytesToBase64(used.bytes),
    wait_until: 'FINAL',
  });
  assert.equal(error.cause.name, 'INVALID_TRANSACTION');
  assert.match(JSON.stringify(error.data), /InvalidNonce/);
});

test('a transaction that deletes its signer is not refused by a later check', async () => {
  const chain = new GrowingChain();
  const transaction = createTransaction();
  const signerId = transaction.transaction.signerId;
  const check = async () => {
    chain.addBlock((blockHash) => {
      chain.include(transaction, blockHash);
      const value = new Uint8Array(0);
      chain.addOutcome(transaction.hash, blockHash, { kind: 'SuccessValue', value }, []);
    });
    const error = { kind: 'SignerDoesNotExist', value: { signerId } } as const;
    return { kind: 'invalid', error } as const;
  };
  const context = chain.createContext({ port: { check, submit: check } });
  const params = { signed_tx_base64: bytesToBase64(transaction.bytes), wait_until: 'INCLUDED' };
  const { body } = await ask(context, '/', request('tx', params));
  const { result } = JSON.parse(body) as { result: TransactionResult };
  assert.equal(result?.transaction.hash, formatHash(transaction.hash), body);
});

test('an outcome that is not known yet: nothing has started', async () => {
  // No chunk of a local chain leaves such an outcome behind, so the test creates it.
  const chain = new GrowingChain();
  const transaction = createTransaction();
  chain.addBlock((blockHash) => {
    chain.include(transaction, blockHash);
    chain.addOutcome(transaction.hash, blockHash, { kind: 'Unknown' }, []);
  });
  const params = {
    tx_hash: formatHash(transaction.hash),
    sender_account_id: ALICE,
    wait_until: 'NONE',
  };
  const { body } = await ask(chain.createContext(), '/', request('tx', params));
  const { result } = JSON.parse(body) as { result: TransactionResult };
  assert.equal(result.status, 'NotStarted');
  assert.equal(result.final_execution_status, 'NONE');
});
