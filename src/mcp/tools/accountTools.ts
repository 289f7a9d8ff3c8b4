// Tools about accounts of a local chain.

import { formatGas, formatTokens } from '../../base/amounts.ts';
import { formatSecretKey } from '../../base/crypto/keys.ts';
import { YOCTO_PER_NEAR } from '../../base/units.ts';
import { ArgumentError } from '../../client/argumentError.ts';
import { described } from '../../codec/codec.ts';
import { string } from '../../codec/primitives.ts';
import { defaulted } from '../../codec/struct.ts';
import { findAccount } from '../../kit/findAccount.ts';
import { findKnownAccounts, findLocalKey, listKnownAccounts } from '../../kit/localKeys.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import { closed } from '../../rpc/params/params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { account, tokens } from '../toolParams.ts';

const listAccounts = defineTool({
  name: 'list_accounts',
  title: 'List accounts',
  description:
    'The accounts of a local chain whose keys are known, with their balances. More accounts may ' +
    'exist; view_account shows any of them.',
  effect: 'read',
  params: closed('ListAccounts', {}),
  run: async ({ client }) => {
    const known = await listKnownAccounts(client);
    if (known === null) throw new ArgumentError('url', await describeMissingControls(client));
    return {
      accounts: known.map(({ account_id, public_key, amount }) => ({
        account_id,
        public_key,
        balance: amount === null ? 'deleted' : formatTokens(BigInt(amount)),
      })),
    };
  },
});

const createAccount = defineTool({
  name: 'create_account',
  title: 'Create an account',
  description:
    'Creates a funded account with a full access key, which follows from its name. Sub-accounts ' +
    'of any account can be created; no key of the parent is needed.',
  effect: 'change',
  params: closed('CreateAccount', {
    accountId: described(
      string,
      'The new account, such as `app.test.near`; a name without a dot gets `.test.near`.',
    ),
    balance: defaulted(tokens, 100n * YOCTO_PER_NEAR),
  }),
  run: async ({ kit }, { accountId, balance }) => {
    const made = await kit.createAccount(accountId, { balance });
    const { publicKey: public_key, secretKey: secret_key } = made;
    return {
      account_id: made.accountId,
      balance: formatTokens(balance),
      public_key,
      secret_key,
    };
  },
});

const viewAccount = defineTool({
  name: 'view_account',
  title: 'View an account',
  description: 'Balance, stake, storage and contract of an account after the newest block.',
  effect: 'read',
  params: closed('ViewAccount', { accountId: account('The account.') }),
  run: async ({ rpc }, { accountId }) => {
    const view = await requireAccount(rpc, accountId);
    return { account_id: accountId, balance: formatTokens(BigInt(view.amount)), ...view };
  },
});

const fundAccount = defineTool({
  name: 'fund_account',
  title: 'Fund an account',
  description:
    'Adds tokens to the balance of an account, out of nothing; send_tokens moves tokens of others.',
  effect: 'change',
  params: closed('FundAccount', { accountId: account('The account.'), amount: tokens }),
  run: async ({ rpc }, { accountId, amount }) => {
    const { amount: before } = await requireAccount(rpc, accountId);
    const after = BigInt(before) + amount;
    await rpc('perigee_set_balance', { account_id: accountId, amount: `${after}` });
    return { account_id: accountId, balance: formatTokens(after) };
  },
});

const listKeys = defineTool({
  name: 'list_keys',
  title: 'List access keys',
  description:
    'The access keys of an account. On a local chain with the secret key where it follows from ' +
    'the name of the account, which client libraries can sign with.',
  effect: 'read',
  params: closed('ListKeys', { accountId: account('The account.') }),
  run: async ({ client, rpc }, { accountId }) => {
    const query = { request_type: 'view_access_key_list', account_id: accountId } as const;
    const { keys } = await rpc('query', { ...query, finality: 'optimistic' });
    const isLocal = (await findKnownAccounts(client)) !== null;
    const local = isLocal ? await findLocalKey(client, accountId) : null;
    return {
      account_id: accountId,
      keys: keys.map((key) => ({
        ...key,
        ...(key.public_key === local?.publicKey && { secret_key: formatSecretKey(local.secret) }),
      })),
    };
  },
});

const sendTokens = defineTool({
  name: 'send_tokens',
  title: 'Send tokens',
  description: 'A transfer from one account to another, in a transaction; no key is needed.',
  effect: 'change',
  params: closed('SendTokens', {
    senderId: account('Who pays.'),
    receiverId: account('Who gets the tokens.'),
    amount: tokens,
  }),
  run: async ({ kit }, { senderId, receiverId, amount }) => {
    const { hash, gasBurnt } = await kit.transfer(senderId, receiverId, amount);
    return { transaction_hash: hash, amount: formatTokens(amount), gas_burnt: formatGas(gasBurnt) };
  },
});

async function requireAccount(rpc: Parameters<typeof findAccount>[0], accountId: string) {
  const view = await findAccount(rpc, accountId);
  if (view !== null) return view;
  throw new ArgumentError(
    'account_id',
    `there is no account ${accountId}; create_account creates it, list_accounts lists others`,
  );
}

export const ACCOUNT_TOOLS: readonly Tool[] = [
  listAccounts,
  createAccount,
  viewAccount,
  fundAccount,
  listKeys,
  sendTokens,
];
