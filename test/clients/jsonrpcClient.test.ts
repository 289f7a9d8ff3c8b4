// @near-js/jsonrpc-client, unchanged, against a running node. It is generated from the interface
// description and checks every request and every response against it, so each call here also checks
// all fields. It sends transactions that are signed elsewhere.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  block,
  blockEffects,
  broadcastTxAsync,
  broadcastTxCommit,
  changes,
  chunk,
  experimentalChanges,
  experimentalChangesInBlock,
  experimentalCongestionLevel,
  experimentalGenesisConfig,
  experimentalLightClientBlockProof,
  experimentalLightClientProof,
  experimentalMaintenanceWindows,
  experimentalReceipt,
  experimentalSplitStorageInfo,
  experimentalTxStatus,
  experimentalValidatorsOrdered,
  gasPrice,
  genesisConfig,
  health,
  JsonRpcClientError,
  lightClientProof,
  maintenanceWindows,
  NearRpcClient,
  networkInfo,
  nextLightClientBlock,
  query,
  RPC_METHODS,
  sendTx,
  status,
  tx,
  validators,
  viewAccessKey,
  viewAccount,
  viewFunction,
  viewFunctionAsJson,
} from '@near-js/jsonrpc-client';
// The library's checks of these two responses are outdated and require fields that no longer exist.
import { clientConfig, experimentalProtocolConfig } from '@near-js/jsonrpc-client/no-validation';
import { bytesToBase64, u64Le, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { AccountId } from '../../src/types/accountId.ts';
import type { Action } from '../../src/types/action.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { RpcClient } from '../support/rpcClient.ts';
import { ALICE, BOB, CAROL, ROOT, startTestNode } from '../support/runningNode.ts';
import { callContract, deploy, NEAR, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';

const NEWBORN = `newborn.${ALICE}`;
const newbornSecret = keyFromSeed('ed25519', NEWBORN);
const newbornKey = secretToPublic(newbornSecret);
const fullKey = secretToPublic(keyFromSeed('ed25519', 'full'));
const callKey = secretToPublic(keyFromSeed('ed25519', 'call'));

/** Remembers which methods were called. */
class ListingClient extends NearRpcClient {
  readonly called = new Set<string>();

  override makeRequest<P = unknown, R = unknown>(method: string, params?: P): Promise<R> {
    this.called.add(method);
    return super.makeRequest<P, R>(method, params);
  }
}

let client: ListingClient;
let alice: Sender;
let newborn: Sender;

before(async () => {
  const { rpc } = await startTestNode();
  client = new ListingClient({ endpoint: rpc.url, retries: 0 });
  alice = new Sender(rpc, ALICE);
  newborn = new Sender(new RpcClient(rpc.url), NEWBORN, newbornSecret);
});

type SentTransaction = { readonly hash: string; readonly signerId: AccountId };

/** Sends through the library and waits for completion. */
async function send(
  sender: Sender,
  receiverId: AccountId,
  actions: readonly Action[],
): Promise<SentTransaction> {
  const signed = await sender.sign(receiverId, actions);
  const result = await sendTx(client, {
    signedTxBase64: bytesToBase64(signed.bytes),
    waitUntil: 'FINAL',
  });
  assert.ok('status' in result);
  assert.match(JSON.stringify(result.status), /SuccessValue/);
  assert.equal(result.finalExecutionStatus, 'FINAL');
  return { hash: formatHash(signed.hash), signerId: sender.accountId };
}

const addKey = (publicKey: typeof fullKey, permission: AddedPermission): Action => ({
  kind: 'AddKey',
  value: { publicKey, accessKey: { nonce: 0n, permission } },
});
type AddedPermission = Extract<Action, { kind: 'AddKey' }>['value']['accessKey']['permission'];

test('an account is created, and a transfer followed to FINAL', async () => {
  const { hash } = await send(alice, NEWBORN, [
    { kind: 'CreateAccount', value: {} },
    transfer(20n * NEAR),
    addKey(newbornKey, { kind: 'FullAccess' }),
  ]);
  const account = await viewAccount(client, { accountId: NEWBORN });
  assert.equal(account.amount, String(20n * NEAR));
  const key = await viewAccessKey(client, {
    accountId: NEWBORN,
    publicKey: formatPublicKey(newbornKey),
  });
  assert.equal(key.permission, 'FullAccess');
  const wish = { txHash: hash, senderAccountId: ALICE, waitUntil: 'FINAL' } as const;
  const plain = await tx(client, wish);
  const full = await experimentalTxStatus(client, wish);
  assert.ok('transactionOutcome' in plain && 'receipts' in full);
  assert.equal(plain.transactionOutcome.id, hash);
});

test('a transaction sent without waiting arrives', async () => {
  const signed = await alice.sign(BOB, [transfer(NEAR)]);
  const params = { signedTxBase64: bytesToBase64(signed.bytes) };
  const hash = await broadcastTxAsync(client, params);
  assert.equal(hash, formatHash(signed.hash));
  const again = await broadcastTxCommit(client, params);
  assert.ok('transactionOutcome' in again);
  assert.equal(again.transactionOutcome.id, hash);
});

test('keys are added and deleted', async () => {
  const permission: AddedPermission = {
    kind: 'FunctionCall',
    value: { allowance: NEAR, receiverId: BOB, methodNames: ['put'] },
  };
  await send(newborn, NEWBORN, [addKey(fullKey, { kind: 'FullAccess' })]);
  await send(newborn, NEWBORN, [addKey(callKey, permission)]);
  const shown = await viewAccessKey(client, {
    accountId: NEWBORN,
    publicKey: formatPublicKey(callKey),
  });
  assert.deepEqual(shown.permission, {
    FunctionCall: { allowance: String(NEAR), methodNames: ['put'], receiverId: BOB },
  });
  const list = { requestType: 'view_access_key_list', accountId: NEWBORN, finality: 'final' };
  const before = await query(client, list as never);
  assert.equal((before as unknown as { keys: object[] }).keys.length, 3);
  for (const publicKey of [fullKey, callKey]) {
    await send(newborn, NEWBORN, [{ kind: 'DeleteKey', value: { publicKey } }]);
  }
  const left = await query(client, list as never);
  assert.equal((left as unknown as { keys: object[] }).keys.length, 1);
});

test('a contract is deployed, called and viewed', async () => {
  await send(newborn, NEWBORN, [deploy(storageContract)]);
  const note = { says: 'hello' };
  await send(alice, NEWBORN, [callContract('put', utf8ToBytes(JSON.stringify(note)))]);
  const call = { accountId: NEWBORN, methodName: 'get' };
  assert.deepEqual(await viewFunctionAsJson(client, call), note);
  await send(newborn, NEWBORN, [deploy(recordedContract('compute'))]);
  const fib = await viewFunction(client, {
    accountId: NEWBORN,
    methodName: 'fib',
    argsBase64: bytesToBase64(u64Le(20)),
  });
  assert.deepEqual(fib.result, [...u64Le(6765)]);
  const code = { requestType: 'view_code', accountId: NEWBORN, finality: 'final' };
  assert.ok('codeBase64' in (await query(client, code as never)));
});

test('an account stakes and becomes a proposal', async () => {
  const carol = new Sender(alice.rpc, CAROL);
  const stake = 9_000n * NEAR;
  await send(carol, CAROL, [{ kind: 'Stake', value: { stake, publicKey: fullKey } }]);
  const account = await viewAccount(client, { accountId: CAROL });
  assert.equal(account.locked, String(stake));
  const { currentProposals, currentValidators } = await validators(client, 'latest');
  assert.deepEqual(
    currentProposals.map(({ accountId }) => accountId),
    [CAROL],
  );
  assert.deepEqual(
    currentValidators.map(({ accountId }) => accountId),
    [ROOT],
  );
});

test('blocks, chunks and changes can be read', async () => {
  const { hash } = await send(alice, BOB, [transfer(1n)]);
  const outcome = await tx(client, { txHash: hash, senderAccountId: ALICE });
  assert.ok('transactionOutcome' in outcome);
  const { blockHash } = outcome.transactionOutcome;
  const { header, chunks } = await block(client, { blockId: blockHash });
  assert.equal(header.hash, blockHash);
  const found = await chunk(client, { blockId: header.height, shardId: 0 });
  assert.equal(found.header.chunkHash, chunks[0]?.chunkHash);
  await chunk(client, { chunkId: found.header.chunkHash });
  const changesType = 'account_changes' as const;
  const wish = { changesType, accountIds: [ALICE], blockId: blockHash };
  const changed = await changes(client, wish);
  assert.equal(changed.changes.length, 1);
  assert.deepEqual(await experimentalChanges(client, wish), changed);
  const effects = await blockEffects(client, { blockId: blockHash });
  assert.deepEqual(await experimentalChangesInBlock(client, { blockId: blockHash }), effects);
  const [receiptId] = outcome.transactionOutcome.outcome.receiptIds;
  const receipt = await experimentalReceipt(client, { receiptId: receiptId as string });
  assert.equal(receipt.receiverId, BOB);
  assert.equal((await gasPrice(client, { blockId: blockHash })).gasPrice, header.gasPrice);
  assert.ok(
    'congestionLevel' in
      (await experimentalCongestionLevel(client, {
        blockId: blockHash,
        shardId: 0,
      })),
  );
});

test('a light client is served', async () => {
  const { hash } = await send(alice, BOB, [transfer(1n)]);
  const { header } = await block(client, { finality: 'final' });
  const proof = await lightClientProof(client, {
    lightClientHead: header.hash,
    type: 'transaction',
    transactionHash: hash,
    senderId: ALICE,
  });
  assert.equal(proof.outcomeProof.id, hash);
  await experimentalLightClientProof(client, {
    lightClientHead: header.hash,
    type: 'transaction',
    transactionHash: hash,
    senderId: ALICE,
  });
  await experimentalLightClientBlockProof(client, {
    blockHash: proof.outcomeProof.blockHash,
    lightClientHead: header.hash,
  });
  const first = await block(client, { blockId: 1 });
  const next = await nextLightClientBlock(client, { lastBlockHash: first.header.hash });
  assert.ok(next !== undefined);
});

test('the node and its configuration can be read', async () => {
  const { chainId } = await status(client);
  assert.equal((await genesisConfig(client)).chainId, chainId);
  assert.equal((await experimentalGenesisConfig(client)).chainId, chainId);
  assert.equal((await clientConfig(client)).chainId, chainId);
  const protocol = await experimentalProtocolConfig(client, { finality: 'final' });
  assert.equal(protocol.chainId, chainId);
  await health(client);
  await networkInfo(client);
  await experimentalValidatorsOrdered(client, {});
  await experimentalSplitStorageInfo(client, {});
  const windows = await maintenanceWindows(client, { accountId: ROOT });
  assert.deepEqual(await experimentalMaintenanceWindows(client, { accountId: ROOT }), windows);
});

test('an account is deleted', async () => {
  await send(newborn, NEWBORN, [{ kind: 'DeleteAccount', value: { beneficiaryId: BOB } }]);
  await assert.rejects(() => viewAccount(client, { accountId: NEWBORN }), JsonRpcClientError);
});

test('every method that the library has was called', () => {
  assert.deepEqual([...client.called].sort(), [...RPC_METHODS].sort());
});
