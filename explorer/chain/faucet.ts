// Gives tokens on a local chain, also to an account that does not exist yet.

import { describeFailure, openTagged } from '../format/actions.ts';
import { sendAs } from './controls.ts';
import { nodeAccounts } from './localChain.ts';
import { askNode } from './node.ts';

/** The first account of the node pays. */
export async function fund(account_id: string, yocto: bigint): Promise<string> {
  const source = nodeAccounts.value?.[0]?.account_id ?? '';
  const { status } = await sendAs(source, account_id, [{ Transfer: { deposit: `${yocto}` } }]);
  const { kind, fields } = openTagged(status ?? '');
  if (kind === 'Failure') throw new Error(describeFailure(fields));
  return source;
}

/** The account can be used with a full-access key. A control, because only its parent could. */
export async function createAccount(
  account_id: string,
  yocto: bigint,
  public_key: string,
): Promise<void> {
  await askNode('perigee_set_balance', { account_id, amount: `${yocto}` });
  const access_key = { nonce: 0, permission: 'FullAccess' } as const;
  await askNode('perigee_set_access_key', { account_id, public_key, access_key });
}
