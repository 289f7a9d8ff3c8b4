// Amounts and gas of the simplest transactions, computed by hand from the fees at a gas price of
// 10^8 and confirmed by the reference node.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { createReceiptId } from '../../src/runtime/results/createIds.ts';
import type { ExecutionOutcome } from '../../src/types/outcome.ts';
import type { Receipt } from '../../src/types/receipt.ts';
import {
  addKey,
  CREATE_ACCOUNT,
  createActionReceipt,
  NEAR,
  publicKeyOf,
  TestChain,
  transfer,
} from './testChain.ts';

const TRANSFER_GAS = 223_182_562_500n;
const CREATION_GAS = 7_524_947_687_500n;
const IMPLICIT = 'e3cb032dbb6e8f45239c79652ba94172378f940d340b429ce5076d1a2f7366e2';

function transferOf(receipt: Receipt): bigint {
  const { body } = receipt;
  assert.equal(body.kind, 'Action');
  const [action] = body.kind === 'Action' ? body.value.actions : [];
  assert.equal(action?.kind, 'Transfer');
  return action?.kind === 'Transfer' ? action.value.deposit : 0n;
}

function refundOf(chain: TestChain, outcome: ExecutionOutcome): bigint {
  assert.equal(outcome.receiptIds.length, 1, 'only a refund is created');
  const [id] = outcome.receiptIds;
  return transferOf(chain.receipts.get(bytesKey(id as Uint8Array)) as Receipt);
}

test('a transfer between named accounts', () => {
  const chain = new TestChain({ accounts: { alice: {}, bob: {} } });
  const transaction = chain.sign('alice', 'bob', [transfer(5n)]);
  const before = chain.account('alice')?.amount ?? 0n;

  const sent = chain.apply({ transactions: [transaction] }).get(0);
  const converted = chain.outcome(transaction.hash);
  assert.equal(converted.gasBurnt, TRANSFER_GAS);
  assert.equal(converted.tokensBurnt, 22_318_256_250_000_000_000n);
  assert.deepEqual(converted.metadata, { kind: 'V1' });
  assert.equal(before - (chain.account('alice')?.amount ?? 0n), 245_500_818_750_000_000_000n + 5n);
  assert.equal(sent?.gasUsed, TRANSFER_GAS);

  const receiptId = createReceiptId(transaction.hash, 1, 0);
  assert.deepEqual(converted.status, { kind: 'SuccessReceiptId', value: receiptId });
  const received = chain.apply().get(0);
  const executed = chain.outcome(receiptId);
  assert.equal(executed.gasBurnt, TRANSFER_GAS);
  assert.equal(executed.tokensBurnt, 22_318_256_250_000_000_000n);
  assert.equal(executed.executorId, 'bob');
  assert.equal(refundOf(chain, executed), 200_864_306_250_000_000_000n);
  assert.equal(chain.account('bob')?.amount, 1_000n * NEAR + 5n);
  assert.equal(received?.balanceBurnt, executed.tokensBurnt);

  const [refundId] = executed.receiptIds;
  assert.deepEqual(refundId, createReceiptId(receiptId, 2, 0));
  const refunded = chain.apply().get(0);
  const refund = chain.outcome(refundId as Uint8Array);
  assert.equal(refund.gasBurnt, TRANSFER_GAS);
  assert.equal(refund.tokensBurnt, 0n);
  assert.deepEqual(refund.status, { kind: 'SuccessValue', value: new Uint8Array(0) });
  assert.equal(refund.receiptIds.length, 0);
  assert.equal(refunded?.balanceBurnt, 0n);
  assert.equal(before - (chain.account('alice')?.amount ?? 0n), 44_636_512_500_000_000_000n + 5n);
  assert.equal(chain.height, 3);
});

test('a transfer to the signer itself runs in the same chunk', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  const transaction = chain.sign('alice', 'alice', [transfer(5n)]);
  const result = chain.apply({ transactions: [transaction] }).get(0);
  assert.equal(result?.outcomes.length, 2);
  assert.equal(result?.outgoingReceipts.length, 1, 'only the refund leaves');
  assert.equal(chain.outcome(createReceiptId(transaction.hash, 1, 0)).tokensBurnt > 0n, true);
});

test('a transfer that creates an implicit account', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  const outcome = chain.run('alice', IMPLICIT, [transfer(NEAR)]);
  assert.equal(outcome.gasBurnt, CREATION_GAS);
  assert.equal(outcome.tokensBurnt, 7_032_494_768_750_000_000_000n);
  assert.equal(refundOf(chain, outcome), 492_452_918_750_000_000_000n);
  assert.deepEqual(chain.account(IMPLICIT), {
    amount: NEAR,
    locked: 0n,
    storageUsage: 182,
    contract: { kind: 'None' },
    version: 'V1',
  });
  const key = { type: 'ed25519', data: Uint8Array.from(Buffer.from(IMPLICIT, 'hex')) } as const;
  assert.deepEqual(chain.accessKey(IMPLICIT, key), {
    nonce: 1_000_000n,
    permission: { kind: 'FullAccess' },
  });

  const again = chain.run('alice', IMPLICIT, [transfer(NEAR)]);
  assert.equal(again.gasBurnt, CREATION_GAS, 'the shape of the id determines the gas');
  assert.equal(again.tokensBurnt, 752_494_768_750_000_000_000n, 'there is nothing to create');
  assert.equal(refundOf(chain, again), 6_772_452_918_750_000_000_000n);
  assert.equal(chain.account(IMPLICIT)?.amount, 2n * NEAR);
});

test('a sub-account with a key costs the same as an implicit account', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  const key = addKey(publicKeyOf('sub.alice'), { kind: 'FullAccess' });
  const outcome = chain.run('alice', 'sub.alice', [CREATE_ACCOUNT, transfer(NEAR), key]);
  assert.equal(outcome.gasBurnt, CREATION_GAS);
  assert.equal(outcome.tokensBurnt, 7_032_494_768_750_000_000_000n);
  assert.equal(chain.account('sub.alice')?.storageUsage, 182);
  assert.equal(chain.accessKey('sub.alice', publicKeyOf('sub.alice'))?.nonce, 1_000_000n);
});

test('an ETH-implicit account gets the wallet, a deterministic one nothing', () => {
  const chain = new TestChain({ accounts: { alice: {} } });
  const eth = `0x${'ab'.repeat(20)}`;
  const deterministic = `0s${'ab'.repeat(20)}`;
  chain.run('alice', eth, [transfer(NEAR)]);
  chain.run('alice', deterministic, [transfer(NEAR)]);
  const account = chain.account(eth);
  assert.equal(account?.storageUsage, 132);
  assert.equal(account?.contract.kind, 'Global');
  assert.equal(account?.version, 'V2');
  const other = chain.account(deterministic);
  assert.equal(other?.storageUsage, 100);
  assert.deepEqual(other?.contract, { kind: 'None' });
  assert.equal(other?.version, 'V1');
});

test('gas is burnt at the lower of the two prices', () => {
  const chain = new TestChain({ accounts: { alice: {}, bob: {} } });
  chain.gasPrice = 3_000_000_000n;
  const receipt = createActionReceipt('alice', 'bob', [transfer(1n)], { gasPrice: 2_000_000_000n });
  const outcome = chain.deliver(receipt);
  assert.equal(outcome.tokensBurnt, 2_000_000_000n * TRANSFER_GAS);
  assert.equal(outcome.receiptIds.length, 0, 'nothing is left to refund');
});
