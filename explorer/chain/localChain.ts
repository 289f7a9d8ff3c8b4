// The local chain behind this page, if it can be controlled from here: its settings, its accounts,
// and the account that the user acts as.

import { chainHead, connection } from './connection.ts';
import { type ControlState, findAccounts, type NodeAccount, readControls } from './controls.ts';
import { askNode } from './node.ts';
import { Observable } from './observable.ts';
import { keepPreference, readPreference } from './preferences.ts';

/** The settings are read again at most this often while blocks arrive. */
const READ_MS = 1000;

/** Null if the chain cannot be controlled from here; undefined until that is known. */
export const nodeAccounts = new Observable<readonly NodeAccount[] | null | undefined>(undefined);
export const controlState = new Observable<ControlState | null>(null);
/** The account that forms and buttons of this page act as. */
export const actingAccount = new Observable<string | null>(null);

export function actAs(account: string): void {
  actingAccount.value = account;
  keepPreference('account', account);
}

let isWaiting = false;

/** Reads accounts once, and settings whenever they may have changed. */
export function followLocalChain(): void {
  connection.subscribe(({ state }) => {
    if (state === 'open') void findOut();
  });
  chainHead.subscribe(() => readSoon());
}

async function findOut(): Promise<void> {
  nodeAccounts.value = await findAccounts().catch(() => null);
  const accounts = nodeAccounts.value ?? [];
  const kept = readPreference('account');
  // The first one is the root account, which owns everything that nobody else does.
  const [root, first] = accounts;
  const isKnown = accounts.some(({ account_id }) => account_id === kept);
  const usual = (first ?? root)?.account_id ?? null;
  actingAccount.value = isKnown ? kept : usual;
  // Any account can be acted as, but one of an earlier chain may be gone.
  if (accounts.length > 0 && kept !== null && !isKnown && (await isThere(kept))) {
    if (actingAccount.value === usual) actingAccount.value = kept;
  }
  await refreshControls();
}

async function isThere(account_id: string): Promise<boolean> {
  const params = { request_type: 'view_account', account_id, finality: 'optimistic' } as const;
  return askNode('query', params).then(
    () => true,
    () => false,
  );
}

/** To be called after a control, so that the page shows what is in force. */
export async function refreshControls(): Promise<void> {
  if (!nodeAccounts.value) return;
  controlState.value = await readControls().catch(() => null);
}

function readSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    void refreshControls();
  }, READ_MS);
}
