// The names of accounts, for completion: those that the node prints, and those that have a history.
// They are listed page by page when they are first needed, and again when that is some time ago.

import { nodeAccounts } from './localChain.ts';
import { askNode } from './node.ts';
import { Observable } from './observable.ts';

const PAGE_ACCOUNTS = 1_000;
/** A large network has more accounts than can be listed; others are found by their full name. */
const PAGES_MAX = 10;
const FRESH_MS = 10_000;
const FIRST_WAIT_MS = 200;
/** Accounts of most networks end with this. */
const DEFAULT_ROOT = 'near';

export interface AccountNames {
  readonly names: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

export const accountNames = new Observable<AccountNames>({ names: [], isCut: false });

/** When, and with which accounts of the node, the names were listed. */
let listedMs = Number.NEGATIVE_INFINITY;
let listedWith: unknown;
let isListing = false;

/** Until the accounts of the node are known: stops waiting for them. */
let stopWaiting: (() => void) | null = null;

/** Lists the accounts again, unless that was done a moment ago. */
export async function wantAccountNames(): Promise<void> {
  if (nodeAccounts.value === undefined) {
    stopWaiting ??= nodeAccounts.subscribe(() => {
      stopWaiting?.();
      void wantAccountNames();
    });
    return;
  }
  const isFresh = listedWith === nodeAccounts.value && performance.now() - listedMs < FRESH_MS;
  if (isListing || isFresh) return;
  isListing = true;
  // A page that was just opened asks for what it shows first.
  if (listedWith === undefined) await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS));
  listedWith = nodeAccounts.value;
  const known = (nodeAccounts.value ?? []).map(({ account_id }) => account_id);
  const roots = new Set([DEFAULT_ROOT, ...known.map((name) => name.split('.').at(-1) ?? name)]);
  const names = new Set(known);
  let isCut = false;
  try {
    for (const root of roots) isCut ||= !(await listBelow(root, names));
  } catch {
    // A node without this index; the accounts that it prints are known.
  }
  accountNames.value = { names: [...names].sort(), isCut };
  listedMs = performance.now();
  isListing = false;
}

/** Adds the accounts below another one; false if there are more. */
async function listBelow(account_id: string, names: Set<string>): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const params = { account_id, limit: PAGE_ACCOUNTS, ...(after !== undefined && { after }) };
    const { account_ids } = await askNode('perigee_sub_accounts', params);
    for (const name of account_ids) names.add(name);
    after = account_ids.at(-1);
    if (account_ids.length < PAGE_ACCOUNTS) return true;
  }
  return false;
}
