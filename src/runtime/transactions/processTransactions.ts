// The transactions of a chunk, in their order: each is paid for by its signer and becomes a
// receipt, or fails with an outcome. All of them are processed, whatever they compute.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { Protocol } from '../../params/protocol.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { ExecutionStatus, OutcomeWithId } from '../../types/outcome.ts';
import type { Receipt } from '../../types/receipt.ts';
import type { HashedTransaction } from '../../types/transaction.ts';
import type { InvalidTxError } from '../../types/transactionErrors.ts';
import { addCosts, NO_COST } from '../fees/fees.ts';
import type { AuthorisedTransaction } from './authorisation.ts';
import { SignerLedger, writeSignerRows } from './signerRows.ts';
import type { TransactionCost } from './transactionCost.ts';
import { createTransactionReceipt } from './transactionReceipt.ts';
import type { Verdict } from './verdict.ts';
import { verifyTransaction } from './verifyTransaction.ts';

export interface ChunkTransaction extends AuthorisedTransaction {
  /** Whether its base block is known, on this chain and recent enough. */
  readonly isValid: boolean;
}

interface TransactionsInput {
  readonly protocol: Protocol;
  readonly state: StateUpdate;
  readonly height: number;
  readonly gasPrice: bigint;
  readonly transactions: readonly ChunkTransaction[];
  /** Sends a receipt to another account, before the commit of its transaction. */
  sendReceipt(receipt: Receipt): void;
}

interface TransactionsResult {
  readonly outcomes: readonly OutcomeWithId[];
  /** Receipts to the signers themselves: they are executed in the same chunk. */
  readonly localReceipts: readonly Receipt[];
  /** Every receipt that was created, with the transaction that it comes from. */
  readonly receipts: readonly { readonly receipt: Receipt; readonly parentId: Hash }[];
  readonly gasBurnt: bigint;
  readonly compute: bigint;
  readonly tokensBurnt: bigint;
}

export function processTransactions(input: TransactionsInput): TransactionsResult {
  const outcomes: OutcomeWithId[] = [];
  const receipts: { receipt: Receipt; parentId: Hash }[] = [];
  const seen = new Set<string>();
  const ledger = new SignerLedger(input.state);
  let total = NO_COST;
  let tokensBurnt = 0n;
  for (const transaction of input.transactions) {
    const { signed } = transaction;
    const key = bytesKey(signed.hash);
    // An outcome is stored under the hash of its transaction, so a repetition has none.
    if (seen.has(key) && input.protocol.features.uniqueChunkTransactions) continue;
    seen.add(key);
    const verdict = judge(input, ledger, transaction);
    if (verdict.kind === 'refused') {
      outcomes.push(createOutcome(signed, null, failure(verdict.error)));
      continue;
    }
    const { cost, rows } = verdict;
    if (verdict.kind === 'accepted') {
      const receipt = createTransactionReceipt(signed, input.height, cost.receiptGasPrice);
      if (!isLocal(receipt)) input.sendReceipt(receipt);
      receipts.push({ receipt, parentId: signed.hash });
      const status = { kind: 'SuccessReceiptId', value: receipt.receiptId } as const;
      outcomes.push(createOutcome(signed, cost, status));
    } else {
      outcomes.push(createOutcome(signed, cost, failure(verdict.error)));
    }
    total = addCosts(total, cost.burnt);
    tokensBurnt += cost.burntAmount;
    writeSignerRows(input.state, signed.transaction, rows);
    ledger.keep(signed.transaction, rows);
    input.state.commit({ kind: 'TransactionProcessing', value: { txHash: signed.hash } });
  }
  const localReceipts = receipts.map(({ receipt }) => receipt).filter(isLocal);
  const { gas: gasBurnt, compute } = total;
  return { outcomes, localReceipts, receipts, gasBurnt, compute, tokensBurnt };
}

function judge(
  input: TransactionsInput,
  ledger: SignerLedger,
  transaction: ChunkTransaction,
): Verdict {
  const { signed, authorisation, isValid } = transaction;
  // In a chunk a base block on another chain counts as an expired one.
  if (!isValid) return { kind: 'refused', error: { kind: 'Expired' } };
  return verifyTransaction({
    protocol: input.protocol,
    signed,
    authorisation,
    signer: ledger.read(signed.transaction),
    gasPrice: input.gasPrice,
    nonceHeight: input.height,
    unknownSigner: 'InvalidSignerId',
  });
}

function isLocal({ predecessorId, receiverId }: Receipt): boolean {
  return predecessorId === receiverId;
}

function failure(error: InvalidTxError): ExecutionStatus {
  return { kind: 'Failure', value: { kind: 'InvalidTxError', value: error } };
}

/** Without a cost nothing was taken from the signer. */
function createOutcome(
  { transaction, hash }: HashedTransaction,
  cost: TransactionCost | null,
  status: ExecutionStatus,
): OutcomeWithId {
  return {
    id: hash,
    outcome: {
      logs: [],
      receiptIds: status.kind === 'SuccessReceiptId' ? [status.value] : [],
      gasBurnt: cost?.burnt.gas ?? 0n,
      tokensBurnt: cost?.burntAmount ?? 0n,
      executorId: transaction.signerId,
      status,
      metadata: { kind: 'V1' },
    },
  };
}
