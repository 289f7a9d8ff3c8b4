// What an account has in token contracts and staking pools, as those claim. The node knows which
// contracts it had to do with; the number of contracts, and the length of their results, have
// limits, and a contract that fails or returns something else is reported as silent.

import { bytesToUtf8 } from '../format/bytes.ts';
import { parseAmount, parseTokenIds } from '../format/tokenClaims.ts';
import { askNode } from './node.ts';
import { viewContract } from './viewContract.ts';

const CONTRACTS_MAX = 20;
const IDS_MAX = 6;
const RESULT_BYTES_MAX = 64 * 1024;

export interface TokenClaim {
  readonly contract: string;
  readonly kind: 'ft' | 'nft' | 'mt' | 'pool';
  /** Of a fungible token or a pool; null if the contract gives none. */
  readonly amount: string | null;
  /** Ids of tokens, the first few. */
  readonly ids: readonly string[];
  /** Of multi tokens: the balance of each id, null where the contract gives none. */
  readonly amounts: readonly (string | null)[];
  readonly isSilent: boolean;
}

export interface TokenClaims {
  readonly claims: readonly TokenClaim[];
  /** Contracts beyond the limit were not asked. */
  readonly isComplete: boolean;
}

export async function readTokens(account_id: string): Promise<TokenClaims> {
  const params = { account_id, limit: CONTRACTS_MAX + 1 };
  const { contracts } = await askNode('perigee_account_contracts', params);
  const claims = await Promise.all(
    contracts
      .slice(0, CONTRACTS_MAX)
      .map(({ contract_id, relation }) => readClaim(contract_id, relation, account_id)),
  );
  return { claims, isComplete: contracts.length <= CONTRACTS_MAX };
}

const SILENT = { amount: null, ids: [], amounts: [], isSilent: true } as const;

async function readClaim(
  contract: string,
  kind: TokenClaim['kind'],
  account_id: string,
): Promise<TokenClaim> {
  const said = await READERS[kind](contract, account_id).catch(() => SILENT);
  return { contract, kind, ...said };
}

type Said = Omit<TokenClaim, 'contract' | 'kind'>;

const READERS: Readonly<
  Record<TokenClaim['kind'], (contract: string, account: string) => Promise<Said>>
> = {
  ft: (contract, account_id) => readAmount(contract, 'ft_balance_of', { account_id }),
  pool: (contract, account_id) => readAmount(contract, 'get_account_total_balance', { account_id }),
  nft: async (contract, account_id) => {
    const limit = IDS_MAX;
    const [count, tokens] = await Promise.all([
      viewJson(contract, 'nft_supply_for_owner', { account_id }),
      viewJson(contract, 'nft_tokens_for_owner', { account_id, limit }).catch(() => []),
    ]);
    return said(parseAmount(count), parseTokenIds(tokens, IDS_MAX));
  },
  mt: async (contract, account_id) => {
    const params = { account_id, limit: IDS_MAX };
    const ids = parseTokenIds(await viewJson(contract, 'mt_tokens_for_owner', params), IDS_MAX);
    const asked = { account_id, token_ids: ids };
    const balances = await viewJson(contract, 'mt_batch_balance_of', asked).catch(() => []);
    const amounts = Array.isArray(balances) ? balances.slice(0, ids.length).map(parseAmount) : [];
    return { ...said(null, ids), amounts };
  },
};

async function readAmount(contract: string, method: string, params: object): Promise<Said> {
  return said(parseAmount(await viewJson(contract, method, params)), []);
}

function said(amount: string | null, ids: readonly string[]): Said {
  return { amount, ids, amounts: [], isSilent: amount === null && ids.length === 0 };
}

async function viewJson(contract: string, method: string, params: object): Promise<unknown> {
  const { bytes } = await viewContract(contract, method, JSON.stringify(params));
  if (bytes.length > RESULT_BYTES_MAX) throw new Error('The result is too long.');
  return JSON.parse(bytesToUtf8(bytes) ?? '');
}
