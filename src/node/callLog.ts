// A call of a contract in the log, for the person who writes it: what it burnt, what it logged and,
// where it failed, which functions were active.

import type { FunctionCallReport } from '../runtime/functionCallReport.ts';
import { FunctionCallError } from '../types/actionErrors.ts';
import type { Logger } from './logger.ts';

const GAS_PER_TGAS = 1_000_000_000_000;

export function logCall(logger: Logger, report: FunctionCallReport): void {
  const { accountId, methodName, gasBurnt, logs, failure, wasmStack } = report;
  const tgas = (Number(gasBurnt) / GAS_PER_TGAS).toFixed(2);
  const lines = [
    `  ${accountId}.${methodName}: ${tgas} Tgas`,
    ...logs.map((log) => `    log: ${log}`),
  ];
  if (failure === null) {
    logger.info(lines.join('\n'));
    return;
  }
  lines.push(`    failed: ${FunctionCallError.json(failure)}`);
  lines.push(...wasmStack.map((name) => `      at ${name}`));
  logger.warn(lines.join('\n'));
}
