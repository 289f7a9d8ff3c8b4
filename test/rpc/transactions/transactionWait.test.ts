// The life of a transaction as requests see it: each milestone and when it is reached, what wakes a
// wait, and every way in which it ends without the milestone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { STRANGER } from '../../../src/rpc/core/caller.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { TX_LEVELS, type TxLevel } from '../../../src/rpc/transactions/transactionStatus.ts';
import { createTransaction } from '../../support/transactions.ts';
import { ask, request } from '../support/ask.ts';
import { assertPending, GrowingChain, id, settle } from '../support/growingChain.ts';

const transaction = createTransaction();
const hashText = formatHash(transaction.hash);
const signed = bytesToBase64(transaction.bytes);
const byHash = { tx_hash: hashText, sender_account_id: 'alice.near' };

const [receiptId, refundId, childId] = [id('receipt'), id('refund'), id('child')];
const SUCCESS = { kind: 'SuccessValue', value: new Uint8Array(0) } as const;

async function answer(context: RpcContext, method: string, params: unknown) {
  const { status, body } = await ask(context, '/', request(method, params));
  return { status, ...JSON.parse(body) };
}

/** The response to a request without a wait: the current level. */
async function levelNow(chain: GrowingChain): Promise<string> {
  const params = { ...byHash, wait_until: 'NONE' };
  const { result, error } = await answer(chain.createContext(), 'tx', params);
  return result?.final_execution_status ?? error.cause.name;
}

/** The blocks of a transfer: transaction, receipt, refund, and two that make them final. */
const STEPS: readonly ((chain: GrowingChain) => void)[] = [
  (chain) =>
    chain.addBlock((blockHash) => {
      chain.include(transaction, blockHash);
      const status = { kind: 'SuccessReceiptId', value: receiptId } as const;
      chain.addOutcome(transaction.hash, blockHash, status, [receiptId]);
      chain.addReceipt(receiptId, 'alice.near');
    }),
  (chain) =>
    chain.addBlock((blockHash) => {
      chain.addOutcome(receiptId, blockHash, SUCCESS, [refundId]);
      chain.addReceipt(refundId, 'system');
    }),
  (chain) =>
    chain.addBlock((blockHash) => {
      chain.finalize(1);
      chain.addOutcome(refundId, blockHash, SUCCESS, []);
    }),
  (chain) => {
    chain.finalize(2);
    chain.addBlock();
  },
  (chain) => {
    chain.finalize(3);
    chain.addBlock();
  },
];

test('the milestones of a transfer, block by block', async () => {
  const chain = new GrowingChain();
  const levels = [await levelNow(chain)];
  for (const step of STEPS) {
    step(chain);
    levels.push(await levelNow(chain));
  }
  assert.deepEqual(levels, [
    'UNKNOWN_TRANSACTION',
    'INCLUDED',
    'EXECUTED_OPTIMISTIC',
    'EXECUTED',
    'EXECUTED',
    'FINAL',
  ]);
});

test('a transaction that is final before its receipts are executed', async () => {
  const chain = new GrowingChain();
  STEPS[0]?.(chain);
  chain.finalize(1);
  assert.equal(await levelNow(chain), 'INCLUDED_FINAL');
  STEPS[1]?.(chain);
  assert.equal(await levelNow(chain), 'EXECUTED');
});

test('only a refund is not waited for', async () => {
  const chain = new GrowingChain();
  STEPS[0]?.(chain);
  chain.addBlock((blockHash) => {
    chain.addOutcome(receiptId, blockHash, SUCCESS, [childId]);
    chain.addReceipt(childId, 'bob.near');
  });
  assert.equal(await levelNow(chain), 'INCLUDED');
});

/** After how many steps each `wait_until` is reached. */
const FULFILLED_AFTER: Readonly<Record<TxLevel, number>> = {
  NONE: 1,
  INCLUDED: 1,
  EXECUTED_OPTIMISTIC: 2,
  INCLUDED_FINAL: 3,
  EXECUTED: 3,
  FINAL: 5,
};

test('a wait ends with the block that brings its milestone', async () => {
  for (const level of TX_LEVELS.slice(1)) {
    const chain = new GrowingChain();
    const waiting = answer(chain.createContext(), 'tx', { ...byHash, wait_until: level });
    for (const [index, step] of STEPS.entries()) {
      await assertPending(waiting);
      step(chain);
      await settle();
      if (index + 1 === FULFILLED_AFTER[level]) break;
    }
    const { status, result } = await waiting;
    assert.equal(status, 200, level);
    assert.ok(result.transaction_outcome !== undefined, level);
    assert.equal(chain.waiting, 0, level);
  }
});

/** The level of the response for each `wait_until`. */
const ANSWERED_WITH: Readonly<Partial<Record<TxLevel, string>>> = {
  EXECUTED_OPTIMISTIC: 'EXECUTED_OPTIMISTIC',
  INCLUDED_FINAL: 'EXECUTED',
  EXECUTED: 'EXECUTED',
  FINAL: 'FINAL',
};

test('a wait gets the block it waited for, also when more have come since', async () => {
  for (const [level, answered] of Object.entries(ANSWERED_WITH)) {
    const chain = new GrowingChain();
    const waiting = answer(chain.createContext(), 'send_tx', {
      signed_tx_base64: signed,
      wait_until: level,
    });
    for (const step of STEPS) step(chain);
    const { result } = await waiting;
    assert.equal(result.final_execution_status, answered, level);
    const outcomes = level === 'EXECUTED_OPTIMISTIC' ? 1 : 2;
    assert.equal(result.receipts_outcome.length, outcomes, level);
    const asked = await answer(chain.createContext(), 'tx', { ...byHash, wait_until: level });
    assert.equal(
      asked.result.final_execution_status,
      'FINAL',
      'a later request gets the current status',
    );
  }
});

test('a wait looks back over blocks that were pruned meanwhile', async () => {
  const chain = new GrowingChain();
  const params = { signed_tx_base64: signed, wait_until: 'INCLUDED_FINAL' };
  const waiting = answer(chain.createContext(), 'send_tx', params);
  chain.addBlock();
  for (const step of STEPS) step(chain);
  chain.collect(1);
  const { result } = await waiting;
  assert.equal(result.transaction_outcome.outcome.executor_id, 'alice.near');
});

test('the result follows the receipts that were returned', async () => {
  const chain = new GrowingChain();
  const started = async () => {
    const params = { ...byHash, wait_until: 'NONE' };
    return (await answer(chain.createContext(), 'tx', params)).result.status;
  };
  STEPS[0]?.(chain);
  assert.equal(await started(), 'Started');
  chain.addBlock((blockHash) => {
    const returned = { kind: 'SuccessReceiptId', value: childId } as const;
    chain.addOutcome(receiptId, blockHash, returned, [refundId, childId]);
    chain.addOutcome(refundId, blockHash, SUCCESS, []);
  });
  assert.equal(await started(), 'Started');
  chain.addBlock((blockHash) => {
    chain.addOutcome(childId, blockHash, { kind: 'SuccessValue', value: Uint8Array.of(1) }, []);
  });
  assert.deepEqual(await started(), { SuccessValue: 'AQ==' });
});

test('outcomes are listed in pre-order, without what is missing', async () => {
  const chain = new GrowingChain();
  STEPS[0]?.(chain);
  const [left, right, below] = [id('left'), id('right'), id('below')];
  chain.addBlock((blockHash) => {
    chain.addOutcome(receiptId, blockHash, SUCCESS, [left, id('missing'), right]);
    chain.addOutcome(left, blockHash, SUCCESS, [below]);
    chain.addOutcome(right, blockHash, SUCCESS, []);
    chain.addOutcome(below, blockHash, SUCCESS, []);
  });
  const params = { ...byHash, wait_until: 'NONE' };
  const { result } = await answer(chain.createContext(), 'tx', params);
  assert.deepEqual(
    result.receipts_outcome.map((outcome: { id: string }) => outcome.id),
    [receiptId, left, below, right].map(formatHash),
  );
});

test('receipts are shown, except the first one of a transaction to the signer itself', async () => {
  for (const [receiverId, expected] of [
    ['bob.near', 2],
    ['alice.near', 1],
  ] as const) {
    const chain = new GrowingChain();
    const sent = createTransaction({ receiverId });
    chain.addBlock((blockHash) => {
      chain.include(sent, blockHash);
      chain.addOutcome(sent.hash, blockHash, SUCCESS, [receiptId]);
      chain.addOutcome(receiptId, blockHash, SUCCESS, [refundId]);
      chain.addOutcome(refundId, blockHash, SUCCESS, []);
      chain.addReceipt(receiptId, 'alice.near');
      chain.addReceipt(refundId, 'system');
    });
    const params = { ...byHash, tx_hash: formatHash(sent.hash), wait_until: 'NONE' };
    const { result } = await answer(chain.createContext(), 'tx_status', params);
    assert.equal(result.receipts.length, expected);
    assert.equal(result.receipts_outcome.length, 2);
    const plain = await answer(chain.createContext(), 'tx', params);
    assert.equal(plain.result.receipts, undefined);
  }
});

test('timeout: never seen', async () => {
  const chain = new GrowingChain();
  let timeouts = 0;
  const context = chain.createContext();
  const counting = {
    ...context,
    metrics: { ...context.metrics, countTimeout: () => void timeouts++ },
  };
  const waiting = answer(counting, 'tx', byHash);
  await settle();
  chain.passTime();
  const { status, error } = await waiting;
  assert.equal(status, 408);
  assert.deepEqual(error.cause, { info: { cause: 'NOT_OBSERVED' }, name: 'TIMEOUT_ERROR' });
  assert.equal(error.data, 'Timeout');
  assert.equal(timeouts, 1);
  assert.equal(chain.waiting, 0);
});

test('timeout: the result so far is returned', async () => {
  const chain = new GrowingChain();
  STEPS[0]?.(chain);
  const waiting = answer(chain.createContext(), 'tx', { ...byHash, wait_until: 'FINAL' });
  await settle();
  chain.passTime();
  const { error } = await waiting;
  const { cause, status } = error.cause.info;
  assert.equal(cause, 'PENDING');
  assert.equal(status.final_execution_status, 'INCLUDED');
  assert.equal(status.transaction.hash, hashText);
});

test('timeout before there is any status', async () => {
  const chain = new GrowingChain();
  const port = {
    submit: () => new Promise<never>(() => {}),
    check: () => new Promise<never>(() => {}),
  };
  const waiting = answer(chain.createContext({ port }), 'tx', { signed_tx_base64: signed });
  await settle();
  chain.passTime();
  assert.deepEqual((await waiting).error.cause.info, {
    cause: 'ERROR',
    debug_info: 'the node timed out before returning a transaction status',
  });
});

test('an invalid transaction is refused, also while it waits', async () => {
  const chain = new GrowingChain();
  const context = chain.createContext();
  const waiting = answer(context, 'send_tx', { signed_tx_base64: signed });
  await assertPending(waiting);
  chain.admission = { kind: 'invalid', error: { kind: 'Expired' } };
  chain.addBlock();
  const { status, error } = await waiting;
  assert.equal(status, 200);
  assert.deepEqual(error.cause, { info: {}, name: 'INVALID_TRANSACTION' });
  assert.deepEqual(error.data, { TxExecutionError: { InvalidTxError: 'Expired' } });
  const again = await answer(context, 'send_tx', { signed_tx_base64: signed });
  assert.equal(again.error.cause.name, 'INVALID_TRANSACTION');
  const none = await answer(context, 'tx', { signed_tx_base64: signed, wait_until: 'NONE' });
  assert.equal(none.error.cause.name, 'INVALID_TRANSACTION');
});

test('blocks before the admission of a transaction do not cast doubt on it', async () => {
  const chain = new GrowingChain();
  let checks = 0;
  const context = chain.createContext({
    port: {
      submit: async () => {
        chain.addBlock();
        return { kind: 'admitted', height: 1 };
      },
      check: async () => {
        checks++;
        return { kind: 'admitted' };
      },
    },
  });
  const params = { signed_tx_base64: signed, wait_until: 'EXECUTED_OPTIMISTIC' };
  const answering = answer(context, 'send_tx', params);
  await settle();
  assert.equal(checks, 0);
  for (const step of STEPS.slice(0, 2)) {
    step(chain);
    await settle();
  }
  const { result } = await answering;
  assert.equal(result.final_execution_status, 'EXECUTED_OPTIMISTIC');
  assert.equal(checks, 0);
});

test('sending again what was executed gives its result', async () => {
  const chain = new GrowingChain();
  STEPS[0]?.(chain);
  STEPS[1]?.(chain);
  chain.admission = {
    kind: 'invalid',
    error: { kind: 'InvalidNonce', value: { txNonce: 1n, akNonce: 1n } },
  };
  const { result } = await answer(chain.createContext(), 'send_tx', [signed]);
  assert.equal(result.transaction.hash, hashText);
  chain.admission = { kind: 'invalid', error: { kind: 'Expired' } };
  const expired = await answer(chain.createContext(), 'send_tx', [signed]);
  assert.equal(expired.error.cause.name, 'INVALID_TRANSACTION');
});

test('a dropped transaction is an internal error with its reason', async () => {
  const chain = new GrowingChain();
  chain.admission = { kind: 'dropped', cause: 'pool', reason: 'the pool is full' };
  const { status, error } = await answer(chain.createContext(), 'send_tx', [signed]);
  assert.equal(status, 500);
  assert.equal(error.cause.info.error_message, 'the pool is full');
  assert.match(error.data, /^The node reached its limits.*the pool is full$/);
});

test('sending without waiting does not check validity', async () => {
  const chain = new GrowingChain();
  chain.admission = { kind: 'invalid', error: { kind: 'InvalidSignature' } };
  const context = chain.createContext();
  const params = { signed_tx_base64: signed, wait_until: 'NONE' };
  const { result } = await answer(context, 'send_tx', params);
  assert.deepEqual(result, { final_execution_status: 'NONE' });
  const { result: hash } = await answer(context, 'broadcast_tx_async', [signed]);
  assert.equal(hash, hashText);
  assert.equal(chain.submitted.length, 2);
});

test('a client that has left waits no longer, and frees its place', async () => {
  const chain = new GrowingChain();
  const context = chain.createContext();
  const service = new RpcService({ ...context, limits: { ...context.limits, waitsMax: 1 } });
  for (const method of ['tx', 'EXPERIMENTAL_tx_status']) {
    let leave = () => {};
    const onGone = (listener: () => void) => {
      leave = listener;
      return () => {};
    };
    const body = new TextEncoder().encode(request(method, byHash));
    const waiting = service.handle({ kind: 'root' }, body, { ...STRANGER, onGone });
    await settle();
    assert.equal(chain.waiting, 1, method);
    leave();
    assert.equal((await waiting).status, 408, method);
    assert.equal(chain.waiting, 0, method);
  }
});

test('the number of pending waits is limited', async () => {
  const chain = new GrowingChain();
  const context = chain.createContext();
  const limited = { ...context, limits: { ...context.limits, waitsMax: 1 } };
  const service = new RpcService(limited);
  const body = new TextEncoder().encode(request('tx', byHash));
  const first = service.handle({ kind: 'root' }, body);
  await settle();
  const second = await service.handle({ kind: 'root' }, body);
  assert.equal(second.status, 500);
  assert.match(new TextDecoder().decode(second.body), /1 requests are waiting already/);
  service.close();
  assert.equal((await first).status, 408);
  assert.equal(chain.waiting, 0);
});
