// Contract calls in the log, for contract developers: those that wrote logs, with them, and those
// that failed, with the cause, what helps and the call stack. All of these texts come from the
// contract and are printed to a terminal.

import { ABI_METHOD } from '../../abi/contractAbi.ts';
import { formatGas } from '../../base/amounts.ts';
import type { ViewCall } from '../../rpc/core/context.ts';
import type { FunctionCallReport } from '../../runtime/contracts/functionCallReport.ts';
import type { ViewCallResult } from '../../runtime/contracts/viewCall.ts';
import { formatStack } from '../../symbols/stackFrame.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { describeActionError } from '../../trace/collect/describeFailure.ts';
import { formatMessage } from '../../trace/text/formatFailure.ts';
import { escapeText, type Styles } from '../../trace/text/styles.ts';
import type { TraceFailure } from '../../trace/tree/transactionTrace.ts';
import type { FunctionCallError } from '../../types/actionErrors.ts';
import { formatAdvice } from './transactionLine.ts';

const LACKS_METHOD = ['CompilationError', 'MethodResolveError'];

/** A call executed by a receipt. The line of the transaction is enough for one without more. */
export function logCall(logger: Logger, styles: Styles, report: FunctionCallReport): void {
  const { accountId: account, methodName: method, gasBurnt, logs, failure } = report;
  const level = failure !== null ? 'warn' : logs.length > 0 ? 'info' : 'debug';
  if (!logger.isLevelEnabled(level)) return;
  const gas = Number(gasBurnt);
  const title = `  ${escapeText(`${account}.${method}`)}: ${formatGas(gasBurnt)} burnt`;
  const shownLogs = logs.map((log) => styles.log(`    log: ${escapeText(log)}`));
  if (failure === null) {
    logger[level]({ account, method, gas, logs }, [title, ...shownLogs].join('\n'));
    return;
  }
  const described = describe(failure, report);
  const lines = [styles.bad(title), ...shownLogs, ...formatFailure(described, styles)];
  logger[level]({ account, method, gas, logs, ...described.fields }, lines.join('\n'));
}

/**
 * A view call that failed; successful ones are not logged, nor is a tool that looks for an ABI
 * where there is none.
 */
export function logFailedView(
  logger: Logger,
  styles: Styles,
  call: ViewCall,
  result: ViewCallResult,
): void {
  if (result.kind !== 'failed' || !logger.isLevelEnabled('info')) return;
  const { accountId: account, methodName: method } = call;
  if (method === ABI_METHOD && LACKS_METHOD.includes(result.error.kind)) return;
  const described = describe(result.error, result);
  const title = styles.bad(`  ${escapeText(`${account}.${method}`)}: a view`);
  const lines = [title, ...formatFailure(described, styles)];
  logger.info({ account, method, ...described.fields }, lines.join('\n'));
}

interface DescribedFailure {
  readonly failure: TraceFailure;
  readonly stack: readonly string[];
  readonly fields: object;
}

function describe(
  error: FunctionCallError,
  details: Pick<FunctionCallReport, 'explanation' | 'stack'>,
): DescribedFailure {
  const failure = describeActionError({ kind: 'FunctionCallError', value: error }, details);
  const { message, explanation, remedy } = failure;
  const stack = formatStack(details.stack);
  return { failure, stack, fields: { failure: message, explanation, remedy, stack } };
}

function formatFailure({ failure, stack }: DescribedFailure, styles: Styles): string[] {
  return [
    styles.bad(`    failed: ${formatMessage(failure.message)}`),
    ...formatAdvice(failure, styles),
    ...stack.map((line, i) => (i === 0 ? styles.name : styles.dim)(`      ${escapeText(line)}`)),
  ];
}
