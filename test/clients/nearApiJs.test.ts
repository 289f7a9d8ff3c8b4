// near-api-js, unchanged, against a running node: everything that an account does in its life, each
// step read back through the library.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  Account,
  actions,
  type FinalExecutionOutcome,
  JsonRpcProvider,
  KeyPair,
  KeyPairSigner,
  nearToYocto,
} from 'near-api-js';
import { u64Le } from '../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import { formatSecretKey, keyFromSeed } from '../../src/base/crypto/keys.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { ALICE, BOB, CAROL, startTestNode } from '../support/runningNode.ts';
import { STORAGE_KEY, storageContract } from '../support/storageContract.ts';

const NEWBORN = `newborn.${ALICE}`;
const CONTRACT = `contract.${ALICE}`;
const newbornKey = KeyPair.fromRandom('ed25519');

let provider: JsonRpcProvider;
let alice: Account;
let newborn: Account;

before(async () => {
  const { rpc } = await startTestNode();
  provider = new JsonRpcProvider({ url: rpc.url });
  alice = openAccount(ALICE);
  newborn = new Account(NEWBORN, provider, new KeyPairSigner(newbornKey));
});

/** An account of the genesis. */
function openAccount(accountId: string): Account {
  const secret = formatSecretKey(keyFromSeed('ed25519', accountId));
  return new Account(
    accountId,
    provider,
    KeyPairSigner.fromSecretKey(secret as `ed25519:${string}`),
  );
}

test('an account is created by its parent', async () => {
  const result = await alice.createAccount({
    newAccountId: NEWBORN,
    publicKey: newbornKey.getPublicKey(),
    nearToTransfer: nearToYocto('20'),
  });
  assert.ok(isSuccess(result));
  const { balance, codeHash } = await newborn.getState();
  assert.equal(balance.total, nearToYocto('20'));
  assert.equal(codeHash, '1'.repeat(32));
  const key = await newborn.getAccessKey(newbornKey.getPublicKey());
  assert.equal(key.permission, 'FullAccess');
  await assert.rejects(
    () => alice.createAccount({ newAccountId: NEWBORN, publicKey: newbornKey.getPublicKey() }),
    /already exists/,
  );
});

function isSuccess(result: unknown): boolean {
  const { status } = result as FinalExecutionOutcome;
  return typeof status === 'object' && status.SuccessValue !== undefined;
}

test('a transfer is followed to FINAL', async () => {
  const bob = openAccount(BOB);
  const before = await bob.getBalance();
  const signed = await newborn.createSignedTransaction({
    receiverId: BOB,
    actions: [actions.transfer(nearToYocto('3'))],
  });
  const sent = await provider.sendTransactionUntil(signed, 'INCLUDED');
  assert.equal(sent.final_execution_status, 'INCLUDED');
  const txHash = formatHash(sha256(signed.transaction.encode()));
  const wish = { txHash, accountId: NEWBORN, waitUntil: 'FINAL' } as const;
  const final = await provider.viewTransactionStatus(wish);
  assert.equal(final.final_execution_status, 'FINAL');
  const receipts = await provider.viewTransactionStatusWithReceipts(wish);
  assert.ok('receipts' in receipts && Array.isArray(receipts.receipts));
  assert.equal(receipts.receipts.length, 2);
  assert.equal((await bob.getBalance()) - before, nearToYocto('3'));
});

test('keys are added, used and deleted', async () => {
  const full = KeyPair.fromRandom('ed25519');
  const call = KeyPair.fromRandom('ed25519');
  assert.ok(isSuccess(await newborn.addFullAccessKey(full.getPublicKey())));
  assert.ok(
    isSuccess(
      await newborn.addFunctionCallAccessKey({
        publicKey: call.getPublicKey(),
        contractId: CONTRACT,
        methodNames: ['put'],
        allowance: nearToYocto('1'),
      }),
    ),
  );
  const { keys } = await newborn.getAccessKeyList();
  assert.deepEqual(
    keys.map(({ public_key }) => public_key).sort(),
    [newbornKey, full, call].map((key) => key.getPublicKey().toString()).sort(),
  );
  const shown = await newborn.getAccessKey(call.getPublicKey());
  assert.deepEqual(shown.permission, {
    FunctionCall: {
      allowance: nearToYocto('1').toString(),
      method_names: ['put'],
      receiver_id: CONTRACT,
    },
  });
  const other = new Account(NEWBORN, provider, new KeyPairSigner(full));
  assert.ok(isSuccess(await other.deleteKey(call.getPublicKey())));
  assert.ok(isSuccess(await newborn.deleteKey(full.getPublicKey())));
  await assert.rejects(() => other.transfer({ receiverId: BOB, amount: 1n }));
  assert.equal((await newborn.getAccessKeyList()).keys.length, 1);
});

test('a contract is deployed, called and viewed', async () => {
  const key = KeyPair.fromRandom('ed25519');
  await alice.createAccount({
    newAccountId: CONTRACT,
    publicKey: key.getPublicKey(),
    nearToTransfer: nearToYocto('10'),
  });
  const contract = new Account(CONTRACT, provider, new KeyPairSigner(key));
  assert.ok(isSuccess(await contract.deployContract(storageContract)));
  const { code } = await contract.getContractCode();
  assert.deepEqual(Buffer.from(code), Buffer.from(storageContract));

  const note = { says: 'hello', at: 7 };
  await newborn.callFunctionRaw({ contractId: CONTRACT, methodName: 'put', args: note });
  const seen = await provider.callFunction({ contractId: CONTRACT, method: 'get', args: {} });
  assert.deepEqual(seen, note);
  assert.deepEqual(await newborn.callFunction({ contractId: CONTRACT, methodName: 'get' }), note);
  const { values } = await contract.getContractState();
  assert.deepEqual(values, [
    {
      key: Buffer.from(STORAGE_KEY).toString('base64'),
      value: Buffer.from(JSON.stringify(note)).toString('base64'),
    },
  ]);
  await assert.rejects(
    () => newborn.callFunction({ contractId: CONTRACT, methodName: 'no_such_method' }),
    /MethodNotFound/,
  );
});

test('a contract that computes', async () => {
  assert.ok(isSuccess(await newborn.deployContract(recordedContract('compute'))));
  const view = { contractId: NEWBORN, method: 'fib', args: u64Le(20) };
  const { result } = await provider.callFunctionRaw(view);
  assert.deepEqual(result, [...u64Le(6765)]);
});

/** Sixteen zero bytes in the memory of `hostcall`: an amount of zero. */
const ZERO_AT = 0x40000;
const CALL_GAS = 20_000_000_000_000n;

test('a contract calls another account and gets its result', async () => {
  assert.ok(isSuccess(await newborn.deployContract(recordedContract('hostcall'))));
  const calls = hostCalls(
    ['promise_create', CONTRACT, 'put', '"from afar"', ZERO_AT, CALL_GAS],
    ['promise_then', 0, NEWBORN, 'collect', '', ZERO_AT, CALL_GAS],
    ['promise_return', 1],
  );
  const result = await alice.signAndSendTransaction({
    receiverId: NEWBORN,
    actions: [actions.functionCall('run', calls, 5n * CALL_GAS, 0n)],
    waitUntil: 'FINAL',
  });
  assert.ok(isSuccess(result));
  const { receipts_outcome } = result as FinalExecutionOutcome;
  const executors = receipts_outcome.map(({ outcome }) => outcome.executor_id);
  assert.deepEqual(new Set(executors), new Set([NEWBORN, CONTRACT, ALICE]));
  const seen = await provider.callFunction({ contractId: CONTRACT, method: 'get', args: {} });
  assert.equal(seen, 'from afar');
});

test('a panic is reported with its message', async () => {
  const panic = hostCalls(['panic_utf8', 'not today']);
  const call = { contractId: NEWBORN, methodName: 'run', args: panic };
  await assert.rejects(() => alice.callFunction(call), /Smart contract panicked: not today/);
  const view = { contractId: NEWBORN, method: 'run', args: panic };
  await assert.rejects(() => provider.callFunctionRaw(view), /not today/);
});

test('an account stakes and becomes a proposal', async () => {
  const carol = openAccount(CAROL);
  const stakingKey = KeyPair.fromRandom('ed25519').getPublicKey();
  const stake = nearToYocto('9000');
  const result = await carol.signAndSendTransaction({
    receiverId: CAROL,
    actions: [actions.stake(stake, stakingKey)],
    waitUntil: 'FINAL',
  });
  assert.ok(isSuccess(result));
  const { balance } = await carol.getState();
  assert.equal(balance.locked, stake);
  const { current_proposals } = await provider.viewValidators();
  assert.deepEqual(
    current_proposals.map(({ account_id, public_key }) => [account_id, public_key]),
    [[CAROL, stakingKey.toString()]],
  );
});

test('a relayer pays for what another account has signed', async () => {
  const { signedDelegate } = await newborn.createSignedMetaTransaction({
    receiverId: BOB,
    actions: [actions.transfer(1n)],
  });
  assert.ok(isSuccess(await alice.relayMetaTransaction(signedDelegate)));
});

test('blocks, chunks, prices and the node itself can be read', async () => {
  const block = await provider.viewBlock({ finality: 'final' });
  const { chunk_hash } = block.chunks[0] as { chunk_hash: string };
  const chunk = await provider.viewChunk(chunk_hash);
  assert.equal(chunk.header.chunk_hash, chunk_hash);
  const { gas_price } = await provider.viewGasPrice(block.header.height);
  assert.equal(gas_price, block.header.gas_price);
  const status = await provider.viewNodeStatus();
  assert.equal(status.chain_id, await provider.getNetworkId());
  const { changes } = await provider.blockChanges({ blockId: block.header.hash });
  assert.ok(Array.isArray(changes));
  assert.ok((await provider.getCurrentEpochSeatPrice()) > 0n);
  const config = await provider.experimental_protocolConfig({ finality: 'final' });
  assert.equal(config.chain_id, status.chain_id);
});

test('a proof of an outcome, and the block to move on to', async () => {
  const sent = await newborn.transfer({ receiverId: BOB, amount: 1n });
  const { hash } = (sent as FinalExecutionOutcome).transaction;
  const wish = { txHash: hash, accountId: NEWBORN, waitUntil: 'FINAL' } as const;
  await provider.viewTransactionStatus(wish);
  const { header } = await provider.viewBlock({ finality: 'final' });
  const proof = await provider.lightClientProof({
    type: 'transaction' as never,
    light_client_head: header.hash,
    transaction_hash: hash,
    sender_id: NEWBORN,
  });
  assert.equal(proof.outcome_proof.id, hash);
  const first = await provider.viewBlock({ blockId: 1 });
  const next = await provider.nextLightClientBlock({ last_block_hash: first.header.hash });
  assert.ok('inner_lite' in next);
});

test('an account is deleted, and its balance goes to the beneficiary', async () => {
  assert.ok(isSuccess(await newborn.deleteAccount(BOB)));
  await assert.rejects(() => newborn.getState(), /does not exist|UnknownAccount|not found/i);
});

test('a transaction whose signature does not match is refused', async () => {
  const signed = await alice.createSignedTransaction({
    receiverId: BOB,
    actions: [actions.transfer(1n)],
  });
  const first = await provider.sendTransactionUntil(signed, 'EXECUTED_OPTIMISTIC');
  assert.ok(isSuccess(first));
  signed.transaction.receiverId = CAROL;
  await assert.rejects(
    () => provider.sendTransactionUntil(signed, 'EXECUTED_OPTIMISTIC'),
    /signature/i,
  );
});
