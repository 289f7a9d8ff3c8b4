// `perigee create ACCOUNT`: a new account with a full access key.

import { formatTokens } from '../../base/amounts.ts';
import { type PublicKey, parsePublicKey, secretToPublic } from '../../base/crypto/keys.ts';
import { restate } from '../../base/errors.ts';
import { localAccountKey } from '../../home/homeFolder.ts';
import { findKnownAccounts } from '../../kit/localKeys.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import { argumentAt, optionalAccount, parseAccount, readAmount } from '../chain/arguments.ts';
import { printOutcome } from '../chain/printOutcome.ts';
import { sendActions } from '../chain/sendActions.ts';
import { CommandFailure, type Session, withSession } from '../chain/session.ts';
import { type CommandLine, optionText } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';

export function create(line: CommandLine): Promise<number> {
  const account = parseAccount(argumentAt(line, 0));
  const creator = optionalAccount(line, 'as') ?? parentOf(account);
  const balance = readAmount(line, 'balance');
  const given = readPublicKey(line);
  return withSession(line, async (session) => {
    const publicKey = given ?? (await localKeyOf(session, account));
    const accessKey = { nonce: 0n, permission: { kind: 'FullAccess', value: null } } as const;
    const status = await sendActions(line, session.client, {
      signerId: creator,
      receiverId: account,
      actions: [
        { kind: 'CreateAccount', value: {} },
        { kind: 'Transfer', value: { deposit: balance } },
        { kind: 'AddKey', value: { publicKey, accessKey } },
      ],
    });
    return printOutcome(session, status, `create ${account} with ${formatTokens(balance)}`);
  });
}

function parentOf(account: string): string {
  const parent = account.slice(account.indexOf('.') + 1);
  if (account.includes('.')) return parseAccount(parent);
  throw createUsageError(
    `'${account}' is a top-level name; only sub-accounts such as ${account}.test.near can be ` +
      'created without --as.',
  );
}

function readPublicKey(line: CommandLine): PublicKey | null {
  const text = optionText(line, 'public-key');
  if (text === undefined) return null;
  return restate(
    () => parsePublicKey(text),
    ({ message }) => createUsageError(`--public-key is not a public key: ${message}.`),
  );
}

/** Everybody can derive it, so it is for local chains alone. */
async function localKeyOf({ client }: Session, account: string): Promise<PublicKey> {
  if ((await findKnownAccounts(client)) !== null) return secretToPublic(localAccountKey(account));
  const reason = await describeMissingControls(client);
  throw new CommandFailure(`${reason}; give a --public-key.`);
}
