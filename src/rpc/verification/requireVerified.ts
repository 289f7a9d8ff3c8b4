// Refuses a response that depends on unverified data, at a node with --verified-only.

import { explainUnverified } from '../core/unverifiedKind.ts';
import { notVerified } from '../messages/errors.ts';
import type { UnverifiedMarks } from './watchedContext.ts';

/** Errors can reveal unverified data too, such as that an account does not exist. */
export async function requireVerified(
  run: () => string | Promise<string>,
  marks: UnverifiedMarks,
): Promise<string> {
  const [ended] = await Promise.allSettled([(async () => run())()]);
  const kinds = marks.take();
  if (kinds.length > 0) throw notVerified(kinds, explainUnverified(kinds));
  if (ended.status === 'rejected') throw ended.reason;
  return ended.value;
}
