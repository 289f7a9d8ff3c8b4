// Whether the transactions of a chunk are those that the chain executed. The outcome of each is
// confirmed under its hash, and the hash is over everything that is shown and the block that the
// transaction builds on. That block is found by trying; then the hash binds the content, and the
// chunk's tx_root, or the signature itself, binds the signature.

import { equalBytes } from '../../base/bytes/bytes.ts';
import { formatHash, type Hash, sha256 } from '../../base/crypto/hash.ts';
import { transactionsRoot } from '../../chain/records/chunkRoots.ts';
import { encode } from '../../codec/codec.ts';
import { hasValidSignature } from '../../runtime/transactions/transactionSignature.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import {
  blockHashOffset,
  type HashedTransaction,
  SignedTransaction,
  unsignedLength,
} from '../../types/transaction.ts';
import type { CodeByHash } from '../../types/views/actionView.ts';
import {
  type SignedTransactionView,
  transactionFromView,
} from '../../types/views/transactionView.ts';
import { BlockRefused, type RefusedPlace } from '../blockRefused.ts';
import type { TransactionMessage } from '../messages/blockMessage.ts';
import { isEncodableAction } from '../messages/shownCode.ts';
import type { BaseBlocks } from './baseBlocks.ts';

export interface BoundTransactions {
  /** In the order of the message; null if nothing binds what is shown. */
  readonly transactions: readonly (HashedTransaction | null)[];
  /** Whether they are exactly those that the chunk header commits to. */
  readonly isWhole: boolean;
}

interface TransactionKnowledge {
  readonly codeByHash: CodeByHash;
  readonly bases: BaseBlocks;
}

/**
 * The maximum number of bytes hashed to find the base blocks of one chunk's transactions. A search
 * for an ordinary transaction over a whole day of blocks takes a tenth of it; a huge transaction
 * that is based on a very old block may stay unbound.
 */
const HASHED_BYTES_MAX = 512 * 1024 * 1024;

export function bindTransactions(
  header: ChunkHeader,
  blockHeight: number,
  shown: readonly TransactionMessage[],
  knowledge: TransactionKnowledge,
): BoundTransactions {
  const { shardId, txRoot } = header.inner.value;
  const place = { height: blockHeight, shardId };
  const search = new BaseSearch(knowledge);
  const found = shown.map((message) => bindContent(message, search, place));
  const whole = found.filter((transaction) => transaction !== null);
  const isWhole = whole.length === shown.length && equalBytes(transactionsRoot(whole), txRoot);
  if (isWhole) return { transactions: found, isWhole };
  return { transactions: found.map((one, i) => requireSigned(one, shown[i], place)), isWhole };
}

/** Nothing commits to a transaction that was refused for its base block, or for its signature. */
function isRefusedOne({ outcome }: TransactionMessage): boolean {
  return outcome.executionOutcome.outcome.status.kind === 'Failure';
}

function bindContent(
  message: TransactionMessage,
  search: BaseSearch,
  place: RefusedPlace,
): HashedTransaction | null {
  const { transaction: shown } = message;
  const found = search.find(shown);
  if (found !== null || search.isUndecided || isRefusedOne(message)) return found;
  const reason = `what it shows of transaction ${formatHash(shown.hash)} does not give that hash`;
  throw new BlockRefused('transaction', place, reason);
}

function requireSigned(
  transaction: HashedTransaction | null,
  message: TransactionMessage | undefined,
  place: RefusedPlace,
): HashedTransaction | null {
  if (transaction === null || hasValidSignature(transaction)) return transaction;
  if (message === undefined || isRefusedOne(message)) return null;
  const { hash } = transaction;
  const reason = `transaction ${formatHash(hash)} is not signed by the key that it names`;
  throw new BlockRefused('transaction', place, reason);
}

class BaseSearch {
  readonly #knowledge: TransactionKnowledge;
  #bytesLeft = HASHED_BYTES_MAX;
  /** Whether the last search may have missed an existing block. */
  isUndecided = false;

  constructor(knowledge: TransactionKnowledge) {
    this.#knowledge = knowledge;
  }

  find(shown: SignedTransactionView): HashedTransaction | null {
    const { codeByHash, bases } = this.#knowledge;
    this.isUndecided = !shown.actions.every((action) => isEncodableAction(action, codeByHash));
    if (this.isUndecided) return null;
    const { transaction, signature } = transactionFromView(shown, codeByHash);
    // A plain transaction is usually version 0, but clients may also send version 1.
    const { hash } = shown;
    for (const version of transaction.version === 0 ? ([0, 1] as const) : ([1] as const)) {
      const tried = { ...transaction, version };
      const bytes = encode(SignedTransaction, { transaction: tried, signature });
      const unsigned = bytes.subarray(0, unsignedLength({ bytes, signature }));
      const blockHash = this.#findBase(unsigned, blockHashOffset(tried), hash);
      if (blockHash === null) continue;
      bases.remember(hash, blockHash);
      return { transaction: { ...tried, blockHash }, signature, hash, bytes };
    }
    this.isUndecided = this.#bytesLeft <= 0 || !bases.isComplete();
    return null;
  }

  /** Leaves the block that it finds in the bytes. */
  #findBase(bytes: Uint8Array, offset: number, wanted: Hash): Hash | null {
    for (const base of this.#knowledge.bases.candidates(wanted)) {
      if (this.#bytesLeft <= 0) return null;
      this.#bytesLeft -= bytes.length;
      bytes.set(base, offset);
      if (equalBytes(sha256(bytes), wanted)) return base;
    }
    return null;
  }
}
