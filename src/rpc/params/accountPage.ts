// Paginated lists of accounts.

import { vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { defaulting, optional } from './params.ts';
import { accountIdText, boundedInteger } from './scalars.ts';

const LIMIT_MAX = 100;

export const ACCOUNT_PAGE_PARAMS = {
  after: optional(accountIdText),
  limit: defaulting(boundedInteger(1, LIMIT_MAX), LIMIT_MAX),
};

export const AccountPage = view({ accountIds: vec(accountId) });

/** Describes the result of a list with this order. */
export function describeAccountPage(order: string): string {
  return `\`account_ids\` in ${order}; pass the last one as \`after\` for the next page.`;
}
