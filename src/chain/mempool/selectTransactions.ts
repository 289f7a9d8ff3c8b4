// Selects the transactions of the next chunks. Each is verified on top of those selected before it,
// so that everything in a chunk succeeds; a transaction that can no longer succeed leaves the pool.

import type { Protocol } from '../../params/protocol.ts';
import { transactionGasLimit } from '../../runtime/congestion/congestion.ts';
import type { AuthorisedTransaction } from '../../runtime/transactions/authorisation.ts';
import { SignerLedger } from '../../runtime/transactions/signerRows.ts';
import { transactionSize } from '../../runtime/transactions/transactionSize.ts';
import type { Verdict } from '../../runtime/transactions/verdict.ts';
import { verifyTransaction } from '../../runtime/transactions/verifyTransaction.ts';
import { TrieState } from '../../state/trieState.ts';
import { shardIndexOfAccount } from '../../types/shardLayout.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { Chain } from '../chain.ts';
import type { ShardHead } from '../stored/head.ts';
import type { WaitingTransactions } from './transactionPool.ts';

/** The chunk of one shard while it is being filled. */
class ChunkSelection {
  readonly transactions: AuthorisedTransaction[] = [];
  readonly signers: SignerLedger;
  readonly #protocol: Protocol;
  readonly #gasMax: bigint;
  readonly #bytesMax: number;
  #gas = 0n;
  #bytes = 0;
  #isFull = false;

  constructor(chain: Chain, shard: ShardHead) {
    this.#protocol = chain.protocolAfterHead();
    const { congestion, witness } = this.#protocol;
    this.signers = new SignerLedger(new TrieState(chain.trie, shard.extra.stateRoot));
    this.#gasMax = transactionGasLimit(congestion, shard.extra.congestionInfo);
    this.#bytesMax = witness.combinedTransactionsSizeLimit;
  }

  /** Once a transaction did not fit, none does: a later nonce must not overtake an earlier one. */
  hasRoomFor(signed: HashedTransaction): boolean {
    const isTooLong = this.#bytes + this.#size(signed) > this.#bytesMax;
    this.#isFull ||= isTooLong || this.#gas >= this.#gasMax;
    return !this.#isFull;
  }

  take(
    transaction: AuthorisedTransaction,
    { cost, rows }: Extract<Verdict, { kind: 'accepted' }>,
  ): void {
    const { signed } = transaction;
    this.transactions.push(transaction);
    this.#gas += cost.burnt.gas;
    this.#bytes += this.#size(signed);
    this.signers.keep(signed.transaction, rows);
  }

  #size(signed: HashedTransaction): number {
    return transactionSize(this.#protocol, signed);
  }
}

interface SelectionRules {
  /** The height of the block that the chunks are for. */
  readonly height: number;
  readonly strictNonceTtlBlocks: number;
  /** Whether selection has used up its time; the remaining transactions wait for the next block. */
  isTimeOver(): boolean;
}

/** In shard index order. Selected transactions stay in the pool until their block exists. */
export function selectTransactions(
  chain: Chain,
  pool: WaitingTransactions,
  { height, strictNonceTtlBlocks, isTimeOver }: SelectionRules,
): AuthorisedTransaction[][] {
  const layout = chain.layoutAfterHead();
  const selections = chain.head.shards.map((shard) => new ChunkSelection(chain, shard));
  for (const transaction of pool.inTurn()) {
    if (isTimeOver()) break;
    const { signed, arrivalHeight } = transaction;
    const index = shardIndexOfAccount(layout, signed.transaction.signerId);
    const selection = selections[index] as ChunkSelection;
    if (!selection.hasRoomFor(signed)) continue;
    const verdict = judge(chain, selection, transaction, height);
    if (verdict.kind === 'accepted') selection.take(transaction, verdict);
    else if (!mayBecomeValid(verdict, signed)) pool.remove(signed, verdict.error);
    else if (height > arrivalHeight + strictNonceTtlBlocks && isStrict(signed)) {
      pool.remove(signed, verdict.error);
    }
  }
  return selections.map(({ transactions }) => transactions);
}

function isStrict({ transaction }: HashedTransaction): boolean {
  return transaction.nonceMode === 'Strict';
}

function judge(
  chain: Chain,
  { signers }: ChunkSelection,
  { signed, authorisation }: AuthorisedTransaction,
  height: number,
): Verdict {
  if (!chain.isValidTransaction(signed)) return { kind: 'refused', error: { kind: 'Expired' } };
  return verifyTransaction({
    protocol: chain.protocolAfterHead(),
    signed,
    authorisation,
    signer: signers.read(signed.transaction),
    gasPrice: chain.head.block.header.rest.nextGasPrice,
    nonceHeight: height,
    unknownSigner: 'InvalidSignerId',
  });
}

/**
 * A nonce ahead of the height, or of a strict key's next one, may fit into a later block. The nonce
 * of a transaction that initializes its account must fit at once, unless it is strict itself.
 */
function mayBecomeValid(verdict: Verdict, signed: HashedTransaction): boolean {
  if (verdict.kind === 'accepted') return true;
  const { error } = verdict;
  if (error.kind === 'NonceTooLarge') return true;
  if (error.kind !== 'InvalidNonce' || !isStrict(signed)) return false;
  return error.value.txNonce > error.value.akNonce;
}
