// Paginated lists of accounts.

import { bounded, option, vec } from '../../codec/primitives.ts';
import { defaulted, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';

const LIMIT_MAX = 1_000;
const LIMIT_DEFAULT = 100;

export const ACCOUNT_PAGE_PARAMS = {
  after: option(accountId),
  limit: defaulted(bounded(1, LIMIT_MAX), LIMIT_DEFAULT),
};

export const AccountPage = struct('PerigeeAccountPage', { accountIds: vec(accountId) });

/** Describes the result of a list with this order. */
export function describeAccountPage(order: string): string {
  return `\`account_ids\` in ${order}; pass the last one as \`after\` for the next page.`;
}
