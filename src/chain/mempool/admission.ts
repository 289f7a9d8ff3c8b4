// Whether a submitted transaction may enter the mempool: the same checks as in a chunk, against the
// state after the head, and the congestion of the receiver's shard.

import { assert } from '../../base/assert.ts';
import { congestionLevel, missedChunksCongestion } from '../../runtime/congestion/congestion.ts';
import { type Authorisation, BY_SIGNATURE } from '../../runtime/transactions/authorisation.ts';
import { readSignerRows } from '../../runtime/transactions/signerRows.ts';
import type { SignerRows } from '../../runtime/transactions/verdict.ts';
import { verifyTransaction } from '../../runtime/transactions/verifyTransaction.ts';
import { RecordedTrie } from '../../state/recordedTrie.ts';
import { StateUpdate } from '../../state/stateUpdate.ts';
import type { Trie } from '../../trie/trie.ts';
import { NO_CONGESTION } from '../../types/congestion.ts';
import { shardIdOfAccount, shardIndexOfAccount } from '../../types/shardLayout.ts';
import type { HashedTransaction, Transaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import type { Chain } from '../chain.ts';
import type { ChainReader } from '../stored/chainReader.ts';
import type { Head, ShardHead } from '../stored/head.ts';
import { signerKey } from './transactionPool.ts';

/** What admission reads from a chain. */
export type AdmittingChain = Pick<
  Chain,
  'protocolAfterHead' | 'genesis' | 'isValidTransaction' | 'layoutAfterHead'
> & {
  readonly stored: Pick<ChainReader, 'block'>;
  readonly trie: Trie;
  readonly head: Pick<Head, 'block'> & { readonly shards: readonly Pick<ShardHead, 'extra'>[] };
};

/** Null if the transaction is admitted, otherwise the reason why not. */
export function refuseTransaction(
  chain: AdmittingChain,
  signed: HashedTransaction,
  authorisation: Authorisation = BY_SIGNATURE,
): InvalidTxError | null {
  const base = chain.stored.block(signed.transaction.blockHash);
  if (base === null || !chain.isValidTransaction(signed)) return { kind: 'Expired' };
  const congested = refuseByCongestion(chain, signed);
  if (congested !== null) return congested;
  const verdict = verifyTransaction({
    protocol: chain.protocolAfterHead(),
    signed,
    authorisation,
    signer: signerRowsAtHead(chain, signed.transaction),
    gasPrice: chain.head.block.header.rest.nextGasPrice,
    // A nonce may be ahead of the height, unless it stays ahead until the transaction expires.
    nonceHeight: base.header.lite.height + chain.genesis.transactionValidityPeriod + 1,
    unknownSigner: 'SignerDoesNotExist',
  });
  return verdict.kind === 'accepted' ? null : verdict.error;
}

/**
 * Signers send several transactions between two blocks. Their rows are cached with the head whose
 * state they are read from, for this many signers. A WeakMap, so that they are freed with that
 * head.
 */
const SIGNERS_MAX = 4_096;
const signersAtHead = new WeakMap<AdmittingChain['head'], Map<string, SignerRows>>();

function signerRowsAtHead(chain: AdmittingChain, transaction: Transaction): SignerRows {
  const known = signersAtHead.get(chain.head) ?? new Map<string, SignerRows>();
  const key = signerKey(transaction);
  let rows = known.get(key);
  if (rows === undefined) {
    rows = readSignerRows(stateAtHead(chain, transaction.signerId), transaction);
    if (known.size < SIGNERS_MAX) known.set(key, rows);
    signersAtHead.set(chain.head, known);
  }
  return rows;
}

/** The state after the head of the shard that an account belongs to. */
export function stateAtHead(
  chain: Pick<AdmittingChain, 'head' | 'layoutAfterHead' | 'trie'>,
  account: string,
): StateUpdate {
  const layout = chain.layoutAfterHead();
  const shard = chain.head.shards[shardIndexOfAccount(layout, account)];
  assert(shard !== undefined, 'every account is on a shard');
  return new StateUpdate(new RecordedTrie(chain.trie, shard.extra.stateRoot));
}

function refuseByCongestion(
  chain: AdmittingChain,
  signed: HashedTransaction,
): InvalidTxError | null {
  const { congestion } = chain.protocolAfterHead();
  const shardId = shardIdOfAccount(chain.layoutAfterHead(), signed.transaction.receiverId);
  const chunk = chain.head.block.body.chunks.find(({ inner }) => inner.value.shardId === shardId);
  // Of a shard that begins with a split nothing is known before its first chunk.
  if (chunk === undefined) return null;
  const { inner, heightIncluded } = chunk;
  const info = 'congestionInfo' in inner.value ? inner.value.congestionInfo : NO_CONGESTION;
  const missedChunks = chain.head.block.header.lite.height - heightIncluded;
  const level = congestionLevel(congestion, { info, missedChunks });
  if (level < congestion.rejectTxCongestionThreshold) return null;
  return missedChunksCongestion(congestion, missedChunks) === level
    ? { kind: 'ShardStuck', value: { shardId, missedChunks: BigInt(missedChunks) } }
    : { kind: 'ShardCongested', value: { shardId, congestionLevel: level } };
}
