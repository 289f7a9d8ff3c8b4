// A follower's responses with content that nothing on the chain binds: a response header names the
// kinds, at both endpoints and for batches; with --verified-only there is a typed error instead.
// Bound content has neither.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { createFlatStates } from '../../src/chain/stored/flatState.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import type { BlockRefused } from '../../src/follow/blockRefused.ts';
import type { BlockMessage, ShardMessage } from '../../src/follow/messages/blockMessage.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { PendingWaits } from '../../src/rpc/core/pendingWaits.ts';
import { ResponseCache } from '../../src/rpc/core/responseCache.ts';
import { UNVERIFIED_HEADER } from '../../src/rpc/core/unverifiedKind.ts';
import { NeardataRoutes } from '../../src/rpc/neardata/neardataRoutes.ts';
import { RpcService } from '../../src/rpc/service/rpcService.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { ActionView } from '../../src/types/views/actionView.ts';
import type { ReceiptView } from '../../src/types/views/receiptView.ts';
import { ALICE, type LocalChain } from '../chain/localChain.ts';
import { type Asked, ask, request } from '../rpc/support/ask.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';
import { createBusyChain } from './busyChain.ts';
import { createFollower, listMessages } from './followedChain.ts';

let local: LocalChain;
let messages: readonly BlockMessage[];
let followed: RpcContext;

async function follow(
  changeShard: (shard: ShardMessage) => ShardMessage = (shard) => shard,
  isRequired = false,
): Promise<RpcContext> {
  const store = new MemoryStore();
  const follower = createFollower(local.genesis, store);
  for (const { block, shards } of messages) {
    await follower.take({ block, shards: shards.map(changeShard) });
  }
  return createFakeContext({
    chain: follower.chain,
    epochs: new Epochs(createEpochStore(store), local.genesis.config),
    states: createFlatStates(store),
    verification: { isRequired, computesEpochs: true },
    genesis: local.genesis.config,
  });
}

before(async () => {
  local = createBusyChain();
  messages = [...listMessages(local.chain)];
  followed = await follow();
});

const kindsOf = ({ headers = [] }: Pick<Asked, 'headers'>) =>
  headers.find(([name]) => name === UNVERIFIED_HEADER)?.[1] ?? null;

/** The first of all shards' items. */
function pick<T>(list: (shard: ShardMessage) => readonly T[], isWanted: (item: T) => boolean): T {
  const found = messages.flatMap(({ shards }) => shards.flatMap(list)).find(isWanted);
  assert.ok(found !== undefined);
  return found;
}

const transactionsOf = ({ chunk }: ShardMessage) => chunk?.transactions ?? [];
const statusRequest = (isFailed: boolean) => {
  const { transaction } = pick(transactionsOf, ({ transaction: { actions } }) => {
    const [action] = actions;
    if (action?.kind !== 'FunctionCall') return false;
    return isFailed === (action.value.methodName === 'no such method');
  });
  const { hash, signerId } = transaction;
  return request('tx', {
    tx_hash: formatHash(hash),
    sender_account_id: signerId,
    wait_until: 'NONE',
  });
};
const accountRequest = request('query', {
  finality: 'optimistic',
  request_type: 'view_account',
  account_id: ALICE,
});
const absentRequest = accountRequest.replaceAll(ALICE, 'nobody.near');

describe('a response of a follower', () => {
  it('names what nothing binds', async () => {
    const { height } = followed.chain.head();
    for (const [body, kinds] of [
      [request('block', { block_id: height }), null],
      [request('chunk', { block_id: height, shard_id: 0 }), null],
      [statusRequest(false), 'gas-profiles'],
      [statusRequest(true), 'failure-reasons, gas-profiles'],
      [accountRequest, 'state-values'],
      [absentRequest, 'state-values'],
      [request('EXPERIMENTAL_changes_in_block', { block_id: height }), 'state-changes'],
    ] as const) {
      assert.equal(kindsOf(await ask(followed, '/', body)), kinds, body);
    }
  });

  it('does so at the path of a method, and for all entries of a batch together', async () => {
    const answer = await ask(followed, '/query', accountRequest);
    assert.equal(kindsOf(answer), 'state-values');
    const batch = [statusRequest(true), accountRequest, request('block', { finality: 'final' })];
    const answers = await ask(followed, '/', `[${batch.join()}]`);
    assert.equal(kindsOf(answers), 'failure-reasons, gas-profiles, state-values');
  });

  it('does so when it comes from the cache', async () => {
    const answers = new ResponseCache({ onBlock: () => () => {} });
    const service = new RpcService({ ...followed, answers });
    for (let i = 0; i < 3; i++) {
      const answer = await service.handle({ kind: 'root' }, utf8ToBytes(accountRequest));
      assert.equal(kindsOf(answer), 'state-values');
    }
    const recalled = service.recall({ kind: 'root' }, utf8ToBytes(accountRequest));
    assert.equal(kindsOf(recalled ?? {}), 'state-values');
  });

  it('is not marked where everything was executed here', async () => {
    const { verification: _, ...executed } = followed;
    for (const body of [statusRequest(true), accountRequest]) {
      assert.equal(kindsOf(await ask(executed, '/', body)), null);
    }
  });
});

describe('content with unknown code', () => {
  const unknownCode = new Uint8Array(32).fill(7);
  const deploys = (actions: readonly ActionView[]) =>
    actions.some(({ kind }) => kind === 'DeployContract');

  /** Another code, and another deposit next to it. */
  const lieOf = (actions: readonly ActionView[]): readonly ActionView[] =>
    actions.map((action): ActionView => {
      if (action.kind === 'DeployContract') return { ...action, value: { code: unknownCode } };
      return action.kind === 'Transfer' ? { ...action, value: { deposit: 1n } } : action;
    });

  const lieOfReceipt = (shown: ReceiptView): ReceiptView => {
    const { receipt } = shown;
    if (receipt.kind !== 'Action' || !deploys(receipt.value.actions)) return shown;
    const actions = lieOf(receipt.value.actions);
    return { ...shown, receipt: { kind: 'Action', value: { ...receipt.value, actions } } };
  };

  const lieOfReceipts = (shard: ShardMessage): ShardMessage => ({
    ...shard,
    chunk: shard.chunk && { ...shard.chunk, receipts: shard.chunk.receipts.map(lieOfReceipt) },
    receiptExecutionOutcomes: shard.receiptExecutionOutcomes.map((one) => {
      return { ...one, receipt: lieOfReceipt(one.receipt) };
    }),
  });

  const lieOfAll = (shard: ShardMessage): ShardMessage => {
    const lied = lieOfReceipts(shard);
    if (lied.chunk === null) return lied;
    const transactions = lied.chunk.transactions.map(({ transaction, outcome }) => {
      const { actions } = transaction;
      if (!deploys(actions)) return { transaction, outcome };
      return { transaction: { ...transaction, actions: lieOf(actions) }, outcome };
    });
    const localReceipts = lied.chunk.localReceipts.map(lieOfReceipt);
    return { ...lied, chunk: { ...lied.chunk, transactions, localReceipts } };
  };

  it('is refused where it contradicts a transaction', async () => {
    const isRefusal = (error: BlockRefused) => error.info.check === 'receipt';
    await assert.rejects(follow(lieOfReceipts), isRefusal);
  });

  it('is never returned without a mark', async () => {
    const context = await follow(lieOfAll);
    const { transaction, outcome } = pick(transactionsOf, (one) => {
      const { actions, receiverId, signerId } = one.transaction;
      return deploys(actions) && receiverId !== signerId;
    });
    const [receiptId] = outcome.executionOutcome.outcome.receiptIds;
    const receipt = request('EXPERIMENTAL_receipt', {
      receipt_id: formatHash(receiptId as Uint8Array),
    });
    const told = await ask(context, '/', receipt);
    assert.match(told.body, /"deposit":"1"/);
    assert.equal(kindsOf(told), 'receipts');
    assert.equal(kindsOf(await ask(followed, '/', receipt)), null);
    const status = request('EXPERIMENTAL_tx_status', {
      tx_hash: formatHash(transaction.hash),
      sender_account_id: transaction.signerId,
      wait_until: 'NONE',
    });
    assert.equal(kindsOf(await ask(context, '/', status)), 'transactions, receipts, gas-profiles');
    assert.equal(kindsOf(await ask(followed, '/', status)), 'gas-profiles');
  });
});

describe('a follower with --verified-only', () => {
  it('refuses what it cannot verify, and explains how it could', async () => {
    const context = await follow(undefined, true);
    for (const [body, kinds] of [
      [accountRequest, ['state-values']],
      [absentRequest, ['state-values']],
      [statusRequest(true), ['failure-reasons', 'gas-profiles']],
    ] as const) {
      const answer = await ask(context, '/', body);
      const { error } = JSON.parse(answer.body);
      assert.equal(error.name, 'HANDLER_ERROR');
      assert.equal(error.cause.name, 'NOT_VERIFIED');
      assert.deepEqual(error.cause.info.unverified, kinds);
      assert.match(error.data, /--execute/);
      assert.equal(kindsOf(answer), null);
    }
    const block = await ask(context, '/', request('block', { finality: 'final' }));
    assert.match(block.body, /"result":/);
  });

  it('gives indexers the headers of a block only', async () => {
    const context = await follow(undefined, true);
    const neardata = new NeardataRoutes(context, new PendingWaits(context));
    const { height } = context.chain.head();
    assert.equal((await neardata.answer(`/v0/block_opt/${height}`, ''))?.status, 403);
    assert.equal((await neardata.answer(`/v0/block_opt/${height}/headers`, ''))?.status, 200);
  });
});
