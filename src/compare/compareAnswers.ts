// The verdict on two responses to the same request: equal, different, or that one of the nodes no
// longer has what was requested.

import type { JsonValue } from '../base/json/exactJson.ts';
import type { JsonDifference } from './jsonDifferences.ts';
import { listDifferences } from './listDifferences.ts';

export type Verdict =
  | { readonly kind: 'equal' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'different'; readonly differences: readonly JsonDifference[] };

/** What belongs to a node and not to the chain, or depends on how the node learned it. */
const OF_THE_NODE: ReadonlySet<string> = new Set([
  // status
  'result.version',
  'result.rpc_addr',
  'result.node_public_key',
  'result.node_key',
  'result.uptime_sec',
  'result.validator_account_id',
  'result.validator_public_key',
  'result.sync_info',
  'result.detailed_debug_status',
  // chunk, asked for by its hash
  'result.header.height_included',
]);

/** Not every node keeps every block. */
const NOT_KEPT: ReadonlySet<unknown> = new Set([
  'GARBAGE_COLLECTED_BLOCK',
  'UNAVAILABLE_SHARD',
  'NO_SYNCED_BLOCKS',
  'NOT_SYNCED_YET',
]);

/** `ignored` are path suffixes, such as `gas_profile` or `header.proposed_split`. */
export function compareAnswers(
  left: JsonValue,
  right: JsonValue,
  ignored: readonly string[],
): Verdict {
  const errors = [errorOf(left), errorOf(right)];
  // Older nodes do not say why a wait ended.
  if (errors.every(isTimeout)) return { kind: 'equal' };
  if (errors.some((error) => NOT_KEPT.has(causeOf(error)))) return { kind: 'unanswered' };
  const isIgnored = (path: string) =>
    OF_THE_NODE.has(path) || ignored.some((end) => path === end || path.endsWith(`.${end}`));
  const differences = listDifferences(left, right, isIgnored);
  return differences.length === 0 ? { kind: 'equal' } : { kind: 'different', differences };
}

interface ErrorJson {
  readonly name?: unknown;
  readonly cause?: { readonly name?: unknown };
  readonly data?: unknown;
}

function errorOf(answer: JsonValue): ErrorJson | null {
  return (answer as { error?: ErrorJson } | null)?.error ?? null;
}

function causeOf(error: ErrorJson | null): unknown {
  return error?.cause?.name ?? error?.name;
}

function isTimeout(error: ErrorJson | null): boolean {
  return error !== null && (causeOf(error) === 'TIMEOUT_ERROR' || error.data === 'Timeout');
}
