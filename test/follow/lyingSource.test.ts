// A source that sends genuine headers, signatures and ids with false content. Whatever the chain
// binds must be refused, however many receipts the source changes or adds.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type BlockCheck, BlockRefused } from '../../src/follow/blockRefused.ts';
import type {
  BlockMessage,
  ChunkMessage,
  ShardMessage,
} from '../../src/follow/messages/blockMessage.ts';
import type { ReceiptView } from '../../src/types/views/receiptView.ts';
import type { SignedTransactionView } from '../../src/types/views/transactionView.ts';
import { ALICE, BOB, type LocalChain } from '../chain/localChain.ts';
import { createBusyChain } from './busyChain.ts';
import { createFollower, listMessages } from './followedChain.ts';

let local: LocalChain;
let messages: readonly BlockMessage[];

before(() => {
  local = createBusyChain();
  messages = [...listMessages(local.chain)];
});

/** Null if every block passes. */
async function followWith(
  changeShard: (shard: ShardMessage) => ShardMessage,
): Promise<BlockRefused | null> {
  const follower = createFollower(local.genesis);
  try {
    for (const { block, shards } of messages) {
      await follower.take({ block, shards: shards.map(changeShard) });
    }
    return null;
  } catch (error) {
    if (error instanceof BlockRefused) return error;
    throw error;
  }
}

async function refusedBy(
  check: BlockCheck,
  changeShard: (shard: ShardMessage) => ShardMessage,
): Promise<void> {
  assert.equal((await followWith(changeShard))?.info.check, check);
}

const changeChunk =
  (change: (chunk: ChunkMessage) => ChunkMessage) =>
  (shard: ShardMessage): ShardMessage => ({ ...shard, chunk: shard.chunk && change(shard.chunk) });

const changeTransactions = (
  change: (shown: SignedTransactionView) => Partial<SignedTransactionView>,
) =>
  changeChunk((chunk) => ({
    ...chunk,
    transactions: chunk.transactions.map(({ transaction, outcome }) => ({
      transaction: { ...transaction, ...change(transaction) },
      outcome,
    })),
  }));

const richer = (shown: ReceiptView): ReceiptView => {
  const { receipt } = shown;
  if (receipt.kind !== 'Action') return shown;
  const actions = [...receipt.value.actions, { kind: 'Transfer', value: { deposit: 7n } } as const];
  return { ...shown, receipt: { kind: 'Action', value: { ...receipt.value, actions } } };
};

/** The receipts of transactions to the signer itself: no chunk carries them. */
const isLocal = ({ predecessorId, receiverId }: ReceiptView) => predecessorId === receiverId;

describe('a source that lies about content', () => {
  it('is accepted when it does not', async () => {
    assert.equal(await followWith((shard) => shard), null);
  });

  it('cannot change the content of a transaction', async () => {
    for (const change of [
      { signerId: 'someone.near' },
      { receiverId: 'someone.near' },
      { nonce: 1_000_000n },
      { actions: [] },
      { publicKey: { type: 'ed25519', data: new Uint8Array(32).fill(1) } },
      { signature: { type: 'ed25519', data: new Uint8Array(64).fill(1) } },
    ] as const) {
      await refusedBy(
        'transaction',
        changeTransactions(() => change),
      );
    }
  });

  it('cannot give a transaction to another account, receipts and all', async () => {
    const rename = <T extends { readonly receiverId: string }>(shown: T): T =>
      shown.receiverId === BOB ? { ...shown, receiverId: ALICE } : shown;
    await refusedBy('transaction', (shard) =>
      changeTransactions(rename)({
        ...shard,
        receiptExecutionOutcomes: shard.receiptExecutionOutcomes.map((one) => ({
          ...one,
          receipt: rename(one.receipt),
        })),
      }),
    );
  });

  it('cannot change the receipt of a transaction to the signer itself', async () => {
    let changed = 0;
    const lie = (receipt: ReceiptView) => {
      if (!isLocal(receipt)) return receipt;
      changed += 1;
      return richer(receipt);
    };
    await refusedBy('receipt', (shard) => ({
      ...shard,
      receiptExecutionOutcomes: shard.receiptExecutionOutcomes.map((one) => ({
        ...one,
        receipt: lie(one.receipt),
      })),
      chunk: shard.chunk && { ...shard.chunk, localReceipts: shard.chunk.localReceipts.map(lie) },
    }));
    assert.ok(changed > 0);
  });

  it('cannot disable the check of receipts with many of unknown origin', async () => {
    const unknown = (shown: ReceiptView) =>
      Array.from({ length: 8 }, (_, i): ReceiptView => {
        return { ...richer(shown), receiptId: new Uint8Array(32).fill(i + 1) };
      });
    await refusedBy(
      'receipt root',
      changeChunk((chunk) => {
        const [first] = chunk.receipts.filter(({ receipt }) => receipt.kind === 'Action');
        if (first === undefined) return chunk;
        return { ...chunk, receipts: [...chunk.receipts.map(richer), ...unknown(first)] };
      }),
    );
  });

  it('is ignored about receipts that the chunk has not created', async () => {
    const [made] = messages.flatMap(({ shards }) => shards.flatMap(({ chunk }) => chunk?.receipts));
    const stranger = { ...(made as ReceiptView), receiptId: new Uint8Array(32).fill(1) };
    const follower = createFollower(local.genesis);
    const lie = changeChunk((chunk) => ({
      ...chunk,
      localReceipts: [...chunk.localReceipts, stranger],
      instantReceipts: [...chunk.instantReceipts, stranger],
    }));
    for (const { block, shards } of messages) {
      await follower.take({ block, shards: shards.map(lie) });
    }
    assert.equal(follower.chain.receipt(stranger.receiptId), null);
  });
});
