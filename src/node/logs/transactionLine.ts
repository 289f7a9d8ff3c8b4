// A transaction that has been executed, refunds included, as a line of the log: who sent what to
// whom, how it ended, what it burnt, and the short hash. Elsewhere than on a terminal the same is
// in the fields of the line.

import { formatHash } from '../../base/crypto/hash.ts';
import { toTgas } from '../../base/units.ts';
import { finalStatus } from '../../chain/stored/transactionOutcomes.ts';
import type { RpcChain } from '../../rpc/core/context.ts';
import type { TxReach } from '../../rpc/transactions/transactionStatus.ts';
import { totalPrepaidGas } from '../../runtime/fees/fees.ts';
import { describeExecutionError } from '../../trace/collect/describeFailure.ts';
import { labelActions } from '../../trace/text/actionLabels.ts';
import { escapeText, type Styles } from '../../trace/text/styles.ts';
import type { TraceFailure } from '../../trace/tree/transactionTrace.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';

/** As much of a hash as tells it from others in a log. */
export const HASH_CHARS = 8;

const MESSAGE_CHARS = 72;
const PANICKED = /^Smart contract panicked: (panicked at [^\n]*:\n)?/;

interface TransactionFields {
  readonly hash: string;
  readonly signer: string;
  readonly receiver: string;
  readonly actions: readonly string[];
  readonly status: 'success' | 'failure';
  /** Burnt by the transaction and all of its receipts. */
  readonly gas: number;
  /** The part of it that refunds burnt. */
  readonly refundGas: number;
  readonly attachedGas: number;
  /** Receipts that failed, whether or not the transaction did. */
  readonly failedReceipts: number;
  readonly ms: number;
  readonly failure?: string;
  readonly explanation?: string | null;
  readonly remedy?: string | null;
}

/** Null if the transaction succeeded. */
type Failure = (TraceFailure & { readonly isOfCall: boolean }) | null;

interface DescribedTransaction {
  readonly fields: TransactionFields;
  readonly failure: Failure;
}

export function describeTransaction(
  chain: Pick<RpcChain, 'receipt'>,
  { included, outcomes }: TxReach,
  ms: number,
): DescribedTransaction {
  const { signerId, receiverId, actions } = included.transaction;
  const isRefund = (id: Uint8Array) => chain.receipt(id)?.predecessorId === SYSTEM_ACCOUNT;
  const sum = (counted: TxReach['outcomes']) =>
    Number(counted.reduce((total, { outcome }) => total + outcome.gasBurnt, 0n));
  const [, ...receipts] = outcomes;
  const failure = describeFailure(outcomes);
  return {
    fields: {
      hash: formatHash(included.hash),
      signer: signerId,
      receiver: receiverId,
      actions: labelActions(actions),
      status: failure === null ? 'success' : 'failure',
      gas: sum(outcomes),
      refundGas: sum(receipts.filter(({ id }) => isRefund(id))),
      attachedGas: Number(totalPrepaidGas(actions)),
      failedReceipts: receipts.filter(({ outcome }) => outcome.status.kind === 'Failure').length,
      ms,
      ...(failure !== null && {
        failure: failure.message,
        explanation: failure.explanation,
        remedy: failure.remedy,
      }),
    },
    failure,
  };
}

function describeFailure(outcomes: TxReach['outcomes']): Failure {
  const status = finalStatus(outcomes);
  if (status.kind !== 'Failure') return null;
  const { value: error } = status;
  const isOfCall = error.kind === 'ActionError' && error.value.kind.kind === 'FunctionCallError';
  return { ...describeExecutionError(error), isOfCall };
}

export function formatTransaction(
  { fields, failure }: DescribedTransaction,
  styles: Styles,
): string {
  const { hash, signer, receiver, actions, failedReceipts, ms } = fields;
  const { good, bad, name, dim } = styles;
  const what = actions.join(', ');
  const end = `${formatGas(fields)}, ${ms} ms  ${dim(hash.slice(0, HASH_CHARS))}`;
  if (failure === null) {
    const others = failedReceipts === 0 ? '' : `, ${bad(countReceipts(failedReceipts))}`;
    return `${name(signer)} → ${name(receiver)}  ${what}  ${good('ok')}${others}  ${end}`;
  }
  const why = `failed: ${failure.isOfCall ? shorten(failure.message) : failure.kind}`;
  const line = `${bad(`${signer} → ${receiver}  ${what}  ${why}`)}  ${end}`;
  // The lines of a call that failed have the rest.
  const advice = failure.isOfCall ? [] : formatAdvice(failure, styles);
  return [line, ...advice, dim(`    perigee trace ${hash}`)].join('\n');
}

/** The line of the call has the whole message. */
function shorten(message: string): string {
  const text = message.replace(PANICKED, '').replaceAll('\n', ' ');
  return escapeText(text.length <= MESSAGE_CHARS ? text : `${text.slice(0, MESSAGE_CHARS)}…`);
}

const countReceipts = (count: number) =>
  count === 1 ? 'a receipt failed' : `${count} receipts failed`;

/** The lines below a failure. */
export function formatAdvice(
  { explanation, remedy }: { readonly explanation: string | null; readonly remedy: string | null },
  { bad, state }: Pick<Styles, 'bad' | 'state'>,
): string[] {
  return [
    ...(explanation === null ? [] : [bad(`    ${escapeText(explanation)}`)]),
    ...(remedy === null ? [] : [state(`    → ${escapeText(remedy)}`)]),
  ];
}

/** In Tgas, with two digits. */
function formatGas({ gas, refundGas, attachedGas }: TransactionFields): string {
  const parts = [
    ...(refundGas === 0 ? [] : [`${toTgas(refundGas).toFixed(2)} by refunds`]),
    ...(attachedGas === 0 ? [] : [`${toTgas(attachedGas).toFixed(0)} attached`]),
  ];
  const rest = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return `${toTgas(gas).toFixed(2)} Tgas burnt${rest}`;
}
