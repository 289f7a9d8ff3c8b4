// Calls of contracts in the log, for the person who writes them: what a call burnt, what it logged
// and, where it failed, which functions were active. All of these texts are the contract's own, and
// go to a terminal.

import { GAS_PER_TGAS } from '../../base/units.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { FunctionCallError } from '../../types/actionErrors.ts';

/** A call that a receipt has made. */
export function logCall(logger: Logger, report: FunctionCallReport): void {
  const { accountId, methodName, gasBurnt, logs, failure, wasmStack } = report;
  if (!logger.isLevelEnabled(failure === null ? 'info' : 'warn')) return;
  const tgas = (Number(gasBurnt) / Number(GAS_PER_TGAS)).toFixed(2);
  const lines = [
    `  ${accountId}.${methodName}: ${tgas} Tgas`,
    ...logs.map((log) => `    log: ${log}`),
  ];
  if (failure === null) {
    logger.info(formatLines(lines));
    return;
  }
  logger.warn(formatLines([...lines, ...describeFailure(failure, wasmStack)]));
}

/** A view that failed; others leave no trace. */
export function logFailedView(logger: Logger, call: ViewCall, result: ViewCallResult): void {
  if (result.kind !== 'failed' || !logger.isLevelEnabled('info')) return;
  const { accountId, methodName } = call;
  const { error, wasmStack } = result;
  const lines = [`  ${accountId}.${methodName}: a view`, ...describeFailure(error, wasmStack)];
  logger.info(formatLines(lines));
}

function describeFailure(failure: FunctionCallError, wasmStack: readonly string[]): string[] {
  return [
    `    failed: ${FunctionCallError.json(failure)}`,
    ...wasmStack.map((name) => `      at ${name}`),
  ];
}

/** A line stays one line, and nothing in it moves the cursor or changes colours. */
function formatLines(lines: readonly string[]): string {
  return lines.map((line) => line.replaceAll(/\p{Cc}/gu, escapeControl)).join('\n');
}

function escapeControl(character: string): string {
  return character === '\n' ? '\\n' : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
