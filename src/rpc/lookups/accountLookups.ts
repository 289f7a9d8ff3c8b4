// What lookups say of accounts and keys. Contracts are asked for balances one after the other, so
// that one lookup never takes more than one place in the queue of view calls.

import { bytesToHex } from '../../base/bytes/bytes.ts';
import { formatPublicKeyHandle, type PublicKeyHandle } from '../../base/crypto/keys.ts';
import type { RelatedContract, Relation } from '../../chain/records/relatedContracts.ts';
import type { AccountId } from '../../types/accountId.ts';
import { askContract, askMethod, type Service } from './askMethods.ts';
import type { AccountPart } from './lookupPath.ts';

const CONTRACTS_MAX = 100;
const KEY_ACCOUNTS_MAX = 100;

const RELATION_OF: Readonly<Record<AccountPart, Relation>> = {
  staking: 'pool',
  ft: 'ft',
  nft: 'nft',
};

export async function findKeyAccounts(
  service: Service,
  publicKey: PublicKeyHandle,
  withFunctionCallKeys: boolean,
): Promise<object> {
  const text = formatPublicKeyHandle(publicKey);
  const params = { public_key: text, limit: KEY_ACCOUNTS_MAX };
  const given = await askMethod<{ account_ids: string[] }>(service, 'perigee_key_accounts', params);
  const accountIds: string[] = [];
  for (const accountId of given?.account_ids ?? []) {
    const permission = await readPermission(service, accountId, text);
    const isWanted = withFunctionCallKeys ? permission !== null : permission === 'FullAccess';
    if (isWanted) accountIds.push(accountId);
  }
  // Its key is the account's name, whether the account exists or not.
  const implicit = publicKey.type === 'ed25519' ? [bytesToHex(publicKey.data)] : [];
  return { public_key: text, account_ids: [...new Set([...accountIds, ...implicit])] };
}

/** Null if the account has the key no longer. */
async function readPermission(
  service: Service,
  accountId: string,
  publicKey: string,
): Promise<unknown> {
  const key = await askMethod<{ permission?: unknown }>(service, 'query', {
    request_type: 'view_access_key',
    finality: 'optimistic',
    account_id: accountId,
    public_key: publicKey,
  });
  return key?.permission ?? null;
}

export async function listNames(
  service: Service,
  accountId: AccountId,
  part: AccountPart,
): Promise<object> {
  const names = await listContracts(service, accountId, part);
  return { account_id: accountId, [part === 'staking' ? 'pools' : 'contract_ids']: names };
}

export async function listDetails(
  service: Service,
  accountId: AccountId,
  part: AccountPart,
): Promise<object> {
  const details = await describeContracts(service, accountId, part);
  return { account_id: accountId, [part === 'staking' ? 'pools' : 'tokens']: details };
}

export async function describeAccount(service: Service, accountId: AccountId): Promise<object> {
  return {
    account_id: accountId,
    pools: await describeContracts(service, accountId, 'staking'),
    tokens: await describeContracts(service, accountId, 'ft'),
    nfts: await describeContracts(service, accountId, 'nft'),
    state: await readState(service, accountId),
  };
}

async function listContracts(
  service: Service,
  accountId: AccountId,
  part: AccountPart,
): Promise<AccountId[]> {
  const params = { account_id: accountId, limit: CONTRACTS_MAX };
  const found = await askMethod<{
    contracts: { relation: RelatedContract['relation']; contract_id: AccountId }[];
  }>(service, 'perigee_account_contracts', params);
  const ofPart = (found?.contracts ?? []).filter(({ relation }) => relation === RELATION_OF[part]);
  return ofPart.map(({ contract_id }) => contract_id);
}

/** The height of the last change is not kept. */
async function describeContracts(
  service: Service,
  accountId: AccountId,
  part: AccountPart,
): Promise<object[]> {
  const names = await listContracts(service, accountId, part);
  const unknown = { last_update_block_height: null };
  if (part === 'staking') return names.map((pool) => ({ pool_id: pool, ...unknown }));
  if (part === 'nft') return names.map((contract) => ({ contract_id: contract, ...unknown }));
  const tokens: object[] = [];
  for (const contractId of names) {
    const balance = await readBalance(service, contractId, accountId);
    tokens.push({ contract_id: contractId, ...unknown, balance: balance ?? '' });
  }
  return tokens;
}

/** Undefined if the contract gives none. */
async function readBalance(
  service: Service,
  contractId: AccountId,
  accountId: AccountId,
): Promise<string | undefined> {
  const args = { account_id: accountId };
  const balance = await askContract(service, { contractId, methodName: 'ft_balance_of', args });
  return typeof balance === 'string' && /^\d{1,39}$/.test(balance) ? balance : undefined;
}

async function readState(service: Service, accountId: AccountId): Promise<object | null> {
  const account = await askMethod<{ amount: string; locked: string; storage_usage: number }>(
    service,
    'query',
    { request_type: 'view_account', finality: 'optimistic', account_id: accountId },
  );
  // `query` reports an account that does not exist as an error.
  if (account === null) return null;
  const { amount: balance, locked, storage_usage: storageBytes } = account;
  return { balance, locked, storage_bytes: storageBytes };
}

/** What an account holds of each token, as NearBlocks lists it. */
export async function listInventory(service: Service, accountId: AccountId): Promise<object> {
  const fts: object[] = [];
  for (const contract of await listContracts(service, accountId, 'ft')) {
    const amount = await readBalance(service, contract, accountId);
    if (amount === undefined || /^0*$/.test(amount)) continue;
    const metadata = await readMetadata(service, contract, 'ft_metadata');
    const decimals = typeof metadata.decimals === 'number' ? metadata.decimals : 0;
    fts.push({
      contract,
      amount,
      ft_meta: { ...describeMetadata(metadata), decimals, price: null },
    });
  }
  const nfts: object[] = [];
  for (const contract of await listContracts(service, accountId, 'nft')) {
    const args = { account_id: accountId };
    const call = { contractId: contract, methodName: 'nft_supply_for_owner', args };
    const quantity = await askContract(service, call);
    if (typeof quantity !== 'string' || /^0*$/.test(quantity)) continue;
    const metadata = await readMetadata(service, contract, 'nft_metadata');
    nfts.push({ contract, quantity, nft_meta: describeMetadata(metadata) });
  }
  return { inventory: { fts, nfts } };
}

async function readMetadata(
  service: Service,
  contractId: AccountId,
  methodName: string,
): Promise<Readonly<Record<string, unknown>>> {
  const metadata = await askContract(service, { contractId, methodName, args: {} });
  return typeof metadata === 'object' && metadata !== null ? { ...metadata } : {};
}

function describeMetadata(metadata: Readonly<Record<string, unknown>>) {
  const text = (name: string) => (typeof metadata[name] === 'string' ? metadata[name] : null);
  return {
    name: text('name') ?? '',
    symbol: text('symbol') ?? '',
    icon: text('icon'),
    reference: text('reference'),
  };
}
