// Contract calls in the log, for contract developers: the gas burnt, the contract's logs and, after
// a failure, the call stack. All of these texts come from the contract and are printed to a
// terminal.

import { toTgas } from '../../base/units.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import { formatStack } from '../../symbols/stackFrame.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { FunctionCallError } from '../../types/actionErrors.ts';

/** A call executed by a receipt. */
export function logCall(logger: Logger, report: FunctionCallReport): void {
  const { accountId, methodName, gasBurnt, logs, failure } = report;
  if (!logger.isLevelEnabled(failure === null ? 'info' : 'warn')) return;
  const tgas = toTgas(gasBurnt).toFixed(2);
  const lines = [
    `  ${accountId}.${methodName}: ${tgas} Tgas`,
    ...logs.map((log) => `    log: ${log}`),
  ];
  if (failure === null) {
    logger.info(formatLines(lines));
    return;
  }
  logger.warn(formatLines([...lines, ...describeFailure(failure, report)]));
}

/** A view call that failed; successful ones are not logged. */
export function logFailedView(logger: Logger, call: ViewCall, result: ViewCallResult): void {
  if (result.kind !== 'failed' || !logger.isLevelEnabled('info')) return;
  const { accountId, methodName } = call;
  const lines = [`  ${accountId}.${methodName}: a view`, ...describeFailure(result.error, result)];
  logger.info(formatLines(lines));
}

type FailureDetails = Pick<FunctionCallReport, 'explanation' | 'stack'>;

function describeFailure(
  failure: FunctionCallError,
  { explanation, stack }: FailureDetails,
): string[] {
  return [
    `    failed: ${FunctionCallError.json(failure)}`,
    ...(explanation === null ? [] : [`    ${explanation}`]),
    ...formatStack(stack).map((line) => `      ${line}`),
  ];
}

/** Keeps a line on one line, without sequences that move the cursor or change colours. */
function formatLines(lines: readonly string[]): string {
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, escapeControl)).join('\n');
}

function escapeControl(character: string): string {
  return character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
