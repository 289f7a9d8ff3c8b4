// `perigee keys [ACCOUNT]`: access keys; with `--secret` the secret keys that follow from names.

import { formatSecretKey } from '../../base/crypto/keys.ts';
import type { AccessKeyInfoView } from '../../client/generated/wire.ts';
import { findKnownAccounts, findLocalKey } from '../../kit/localKeys.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import { escapeText, type Styles } from '../../trace/text/styles.ts';
import { parseAccount } from '../chain/arguments.ts';
import { CommandFailure, type Session, withSession } from '../chain/session.ts';
import { type CommandLine, hasSwitch } from '../commandLine.ts';

interface AccountKeys {
  readonly account_id: string;
  readonly keys: readonly (AccessKeyInfoView & { readonly secret_key?: string })[];
}

export function keys(line: CommandLine): Promise<number> {
  const [given] = line.args;
  const account = given === undefined ? null : parseAccount(given);
  return withSession(line, async (session) => {
    const known = await findKnownAccounts(session.client);
    const names = account === null ? known?.map(({ account_id }) => account_id) : [account];
    if (names === undefined) {
      const reason = await describeMissingControls(session.client);
      throw new CommandFailure(`${reason}; name the account whose keys to list.`);
    }
    const isLocal = known !== null;
    const lists: AccountKeys[] = [];
    for (const name of names) {
      lists.push(await readKeys(session, name, isLocal && hasSwitch(line, 'secret')));
    }
    if (hasSwitch(line, 'secret') && lists.every(({ keys }) => keys.every(isSecretUnknown))) {
      throw new CommandFailure(
        'no secret key is known: only those of a local chain follow from names.',
      );
    }
    session.print(account === null ? { accounts: lists } : lists[0], (styles) =>
      lists.flatMap((list) => formatKeys(list, styles)),
    );
    return 0;
  });
}

function isSecretUnknown({ secret_key }: AccountKeys['keys'][number]): boolean {
  return secret_key === undefined;
}

async function readKeys(
  { client }: Session,
  account: string,
  withSecret: boolean,
): Promise<AccountKeys> {
  const params = { request_type: 'view_access_key_list', account_id: account } as const;
  const found = await client.rpc('query', { ...params, finality: 'final' });
  const local = withSecret ? await findLocalKey(client, account) : null;
  return {
    account_id: account,
    keys: found.keys.map((key) => ({
      ...key,
      ...(key.public_key === local?.publicKey && { secret_key: formatSecretKey(local.secret) }),
    })),
  };
}

function formatKeys({ account_id, keys: list }: AccountKeys, styles: Styles): string[] {
  return [
    styles.name(account_id),
    ...list.flatMap(({ public_key, access_key, secret_key }) => [
      `  ${public_key}  ${formatPermission(access_key.permission)}, nonce ${access_key.nonce}`,
      ...(secret_key === undefined ? [] : [`    secret ${secret_key}`]),
    ]),
    ...(list.length === 0 ? [styles.dim('  no keys')] : []),
  ];
}

function formatPermission(permission: AccessKeyInfoView['access_key']['permission']): string {
  if (permission === 'FullAccess') return 'full access';
  if ('FunctionCall' in permission) {
    const { receiver_id, method_names } = permission.FunctionCall;
    const methods = method_names.length === 0 ? 'all methods' : method_names.join(', ');
    return escapeText(`calls of ${receiver_id} (${methods})`);
  }
  return Object.keys(permission)[0] ?? '';
}
