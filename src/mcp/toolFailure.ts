// Why a tool failed, what that means and what helps, for a model that has nothing but this text.

import { PerigeeError } from '../base/errors.ts';
import type { ErrorCode } from '../base/errorTable.ts';
import { isRpcCallError, type RpcCallError } from '../client/rpcCallError.ts';
import { CallFailedError } from '../kit/callFailedError.ts';
import { ERROR_REMEDIES } from '../rpc/description/errorRemedies.ts';
import { describeInvalid } from '../trace/text/failureLines.ts';
import { cutText } from './cutText.ts';

/** Throws what is a bug of ours. */
export function formatFailure(error: unknown, url: string): string {
  if (!(error instanceof PerigeeError)) throw error;
  return cutText(linesOf(error, url).join('\n'));
}

type Failure = PerigeeError<{ readonly code: ErrorCode }>;

function linesOf(error: Failure, url: string): string[] {
  if (error instanceof CallFailedError) return describeCall(error);
  if (isRpcCallError(error)) return describeRpc(error);
  if (error.code === 'unreachable') {
    return [
      `There is no node at ${url}.`,
      'Start one with `perigee start` in a terminal, or run this server as ' +
        '`perigee mcp --new-chain`, which brings a chain of its own; `--url` names another node.',
    ];
  }
  return [error.message];
}

/** The message has the explanation, the remedy, the stack and the logs. */
function describeCall({ message, info: { outcome } }: CallFailedError): string[] {
  if (outcome === null) return [message];
  const { hash } = outcome.transaction;
  return [message, `Transaction ${hash}: trace_transaction shows every step of it.`];
}

function describeRpc(error: RpcCallError): string[] {
  const { method, error: reason } = error.info;
  const name: string = reason.cause.name;
  const isControl = method.startsWith('perigee_') && name === 'METHOD_NOT_FOUND';
  if (isControl) {
    return [
      `This node does not have ${method}.`,
      'Controls exist on local chains alone, unless they were started with `--no-controls`.',
    ];
  }
  if (name === 'INVALID_TRANSACTION') {
    const lines = describeInvalid(reason.data);
    if (lines === null) return [error.message];
    return ['The transaction is invalid, and is in no block:', ...lines];
  }
  const remedy = Object.hasOwn(ERROR_REMEDIES, name) ? ERROR_REMEDIES[name] : undefined;
  return [error.message, ...(remedy === undefined ? [] : [remedy])];
}
