// The failure of a transaction in lines: what the protocol says, why, and what helps.

import type { JsonValue } from '../../base/json/exactJson.ts';
import { TxExecutionError } from '../../types/actionErrors.ts';
import { describeExecutionError } from '../collect/describeFailure.ts';
import { formatMessage } from './formatFailure.ts';
import { escapeText } from './styles.ts';

/** From the data of an RPC error about a transaction; null if it does not say why. */
export function describeInvalid(data: unknown): string[] | null {
  const { TxExecutionError: failure } = Object(data) as { readonly TxExecutionError?: unknown };
  return failure === undefined ? null : describeFailure(failure);
}

/** From the JSON of a `Failure`. */
export function describeFailure(failure: unknown): string[] {
  const error = TxExecutionError.parse(failure as JsonValue);
  const { kind, message, explanation, remedy } = describeExecutionError(error);
  const words = formatMessage(kind === 'InvalidTxError' ? message : `${kind}: ${message}`);
  const advice = [explanation, remedy].filter((line) => line !== null);
  return [words, ...advice.map(escapeText)];
}
