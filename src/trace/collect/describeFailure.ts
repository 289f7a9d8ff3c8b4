// A failure in words: the reference's errors are nested JSON objects, which become one sentence.

import type { JsonObject, JsonValue } from '../../base/json/exactJson.ts';
import { formatJsonValue, parseExactJson } from '../../base/json/exactJson.ts';
import { explainActionError, explainExecutionError } from '../../explain/actionErrorRules.ts';
import type { Explanation } from '../../explain/explanation.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';
import { foldStack } from '../../symbols/stackFrame.ts';
import { ActionErrorKind, type TxExecutionError } from '../../types/actionErrors.ts';
import { InvalidTxError } from '../../types/transactionErrors.ts';
import { showMessage } from '../tree/tracedBytes.ts';
import type { TraceFailure } from '../tree/transactionTrace.ts';

/** What the outcome of a contract call says of a failure, and the error of its receipt does not. */
export type CallFailure = Pick<FunctionCallReport, 'explanation' | 'stack'>;

export function describeActionError(
  error: ActionErrorKind,
  { explanation, stack }: CallFailure = { explanation: explainActionError(error), stack: [] },
): TraceFailure {
  return {
    kind: error.kind,
    message: showMessage(describeActionMessage(error)),
    ...describeExplanation(explanation),
    stack: foldStack(stack).shown.map(({ role: _, ...frame }) => frame),
  };
}

/** Of a transaction or a receipt. */
export function describeExecutionError(error: TxExecutionError): TraceFailure {
  if (error.kind === 'ActionError') return describeActionError(error.value.kind);
  const message = describeJson(parseExactJson(InvalidTxError.json(error.value)));
  return {
    kind: error.kind,
    message: showMessage(message),
    ...describeExplanation(explainExecutionError(error)),
    stack: [],
  };
}

/** Contracts choose some of the words. */
function describeExplanation(
  explanation: Explanation | null,
): Pick<TraceFailure, 'explanation' | 'remedy'> {
  const { cause = null, remedy = null } = explanation ?? {};
  return {
    explanation: cause && showMessage(cause),
    remedy: remedy && showMessage(remedy),
  };
}

function describeActionMessage(error: ActionErrorKind): string {
  // The text of a contract is the message.
  if (error.kind === 'FunctionCallError' && error.value.kind === 'ExecutionError') {
    return error.value.value;
  }
  const json = parseExactJson(ActionErrorKind.json(error));
  const content = isObject(json) ? Object.values(json)[0] : undefined;
  return content === undefined ? error.kind : describeJson(content);
}

/** `{"A":{"b":"c","d":1}}` is `A: b c, d 1`. */
function describeJson(json: JsonValue): string {
  if (typeof json === 'string') return json;
  if (!isObject(json)) return formatJsonValue(json);
  return Object.entries(json)
    .map(([name, value]) => {
      const isVariant = /^[A-Z]/.test(name);
      return `${name}${isVariant ? ':' : ''} ${describeJson(value)}`;
    })
    .join(', ');
}

function isObject(json: JsonValue): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
