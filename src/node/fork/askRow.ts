// Rows of the state by way of the questions that every NEAR node answers.

import { base64ToBytes, bytesKey, bytesToBase64 } from '../../base/bytes.ts';
import type { JsonObject, JsonValue } from '../../base/exactJson.ts';
import { formatHash } from '../../base/hash.ts';
import { formatPublicKeyHandle, type PublicKeyHandle } from '../../base/keys.ts';
import { encode } from '../../codec/codec.ts';
import { u64 } from '../../codec/primitives.ts';
import { parseTrieKey } from '../../state/parseTrieKey.ts';
import { accessKeyTrieKey, contractDataTrieKey, TRIE_COLUMN } from '../../state/trieKey.ts';
import { RowUnavailable } from '../../trie/nodeReader.ts';
import { AccessKey, AccessKeyView } from '../../types/accessKey.ts';
import { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import { publicKeyHandle } from '../../types/primitives.ts';
import { AccountView, accountFromView } from '../../types/views/accountView.ts';
import { askOrigin, OriginRefusal } from './askOrigin.ts';

export interface OriginPlace {
  readonly url: string;
  readonly blockHash: Uint8Array;
}

export interface KnownRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The names under which nodes say that there is no such row. */
const ABSENCES = new Set([
  'UNKNOWN_ACCOUNT',
  'INVALID_ACCOUNT',
  'UNKNOWN_ACCESS_KEY',
  'UNKNOWN_GAS_KEY',
  'NO_CONTRACT_CODE',
  'NO_GLOBAL_CONTRACT_CODE',
]);
const PAGE_ITEMS = 1_000;

/** Null when the row is not there. */
export async function askRow(place: OriginPlace, key: Uint8Array): Promise<Uint8Array | null> {
  const parsed = parseTrieKey(key);
  switch (parsed.kind) {
    case 'Account':
      return askAccount(place, parsed.accountId);
    case 'AccessKey':
      return askAccessKey(place, parsed.accountId, parsed.publicKey);
    case 'GasKeyNonce':
      return askGasKeyNonce(place, parsed);
    case 'ContractCode':
      return askCode(place, { request_type: 'view_code', account_id: parsed.accountId });
    case 'GlobalContractCode':
      return askCode(place, globalCodeQuestion(parsed.identifier));
    case 'ContractData':
      return askData(place, parsed.accountId, parsed.key);
    default:
      return null;
  }
}

/** All rows with a prefix: an account's keys, or a contract's data. */
export async function askRows(place: OriginPlace, prefix: Uint8Array): Promise<KnownRow[]> {
  if (prefix[0] === TRIE_COLUMN.accessKey) return askAccessKeys(place, prefix);
  const parsed = parseTrieKey(prefix);
  if (parsed.kind === 'ContractData') return askAllData(place, parsed.accountId, parsed.key);
  throw new RowUnavailable('a fork cannot list this part of the state of another network');
}

async function query(place: OriginPlace, question: JsonObject): Promise<JsonObject | null> {
  const params = { ...question, block_id: formatHash(place.blockHash) };
  try {
    const result = (await askOrigin(place.url, 'query', params)) as JsonObject;
    // Some nodes answer an unknown key with a result that holds nothing but a text.
    return typeof result.error === 'string' ? null : result;
  } catch (error) {
    if (!(error instanceof OriginRefusal)) throw error;
    if (ABSENCES.has(error.info.cause)) return null;
    throw new RowUnavailable(error.message);
  }
}

async function askAccount(place: OriginPlace, id: AccountId): Promise<Uint8Array | null> {
  const answer = await query(place, { request_type: 'view_account', account_id: id });
  if (answer === null) return null;
  return encode(Account, accountFromView(AccountView.parse(answer)));
}

async function askAccessKey(
  place: OriginPlace,
  id: AccountId,
  key: PublicKeyHandle,
): Promise<Uint8Array | null> {
  const answer = await query(place, {
    request_type: 'view_access_key',
    account_id: id,
    public_key: formatPublicKeyHandle(key),
  });
  return answer === null ? null : encode(AccessKey, AccessKeyView.parse(answer));
}

async function askGasKeyNonce(
  place: OriginPlace,
  at: {
    readonly accountId: AccountId;
    readonly publicKey: PublicKeyHandle;
    readonly index: number;
  },
): Promise<Uint8Array | null> {
  const answer = await query(place, {
    request_type: 'view_gas_key_nonces',
    account_id: at.accountId,
    public_key: formatPublicKeyHandle(at.publicKey),
  });
  const nonce = (answer?.nonces as (number | bigint)[] | undefined)?.[at.index];
  return nonce === undefined ? null : encode(u64, BigInt(nonce));
}

async function askCode(place: OriginPlace, question: JsonObject): Promise<Uint8Array | null> {
  const answer = await query(place, question);
  return answer === null ? null : base64ToBytes(answer.code_base64 as string);
}

function globalCodeQuestion(identifier: GlobalContractIdentifier): JsonObject {
  if (identifier.kind === 'AccountId') {
    const request_type = 'view_global_contract_code_by_account_id';
    return { request_type, account_id: identifier.value };
  }
  return { request_type: 'view_global_contract_code', code_hash: formatHash(identifier.value) };
}

/** A page of one row that begins with the key: if the key is there, it comes first. */
async function askData(
  place: OriginPlace,
  id: AccountId,
  key: Uint8Array,
): Promise<Uint8Array | null> {
  const page = await askDataPage(place, id, { prefix: key, after: null, limit: 1 });
  const wanted = bytesToBase64(key);
  const found = page.values.find((row) => row.key === wanted);
  return found === undefined ? null : base64ToBytes(found.value);
}

async function askAllData(
  place: OriginPlace,
  id: AccountId,
  prefix: Uint8Array,
): Promise<KnownRow[]> {
  const rows: KnownRow[] = [];
  let after: string | null = null;
  do {
    const page: DataPage = await askDataPage(place, id, { prefix, after, limit: PAGE_ITEMS });
    for (const { key, value } of page.values) {
      rows.push({ key: contractDataTrieKey(id, base64ToBytes(key)), value: base64ToBytes(value) });
    }
    after = page.last_key ?? null;
  } while (after !== null);
  return rows;
}

interface DataPage {
  readonly values: readonly { readonly key: string; readonly value: string }[];
  readonly last_key?: string;
}

interface DataRange {
  readonly prefix: Uint8Array;
  readonly after: string | null;
  readonly limit: number;
}

/** Older nodes do not know pages and answer with everything, if it is not too much for them. */
async function askDataPage(
  place: OriginPlace,
  id: AccountId,
  { prefix, after, limit }: DataRange,
): Promise<DataPage> {
  const answer = await query(place, {
    request_type: 'view_state',
    account_id: id,
    prefix_base64: bytesToBase64(prefix),
    limit,
    ...(after !== null && { after_key_base64: after }),
  });
  return (answer ?? { values: [] }) as unknown as DataPage;
}

async function askAccessKeys(place: OriginPlace, prefix: Uint8Array): Promise<KnownRow[]> {
  // The prefix is the account between two bytes of the column.
  const id = new TextDecoder().decode(prefix.subarray(1, -1));
  const answer = await query(place, { request_type: 'view_access_key_list', account_id: id });
  const keys = (answer?.keys ?? []) as { public_key: JsonValue; access_key: JsonValue }[];
  return keys
    .map(({ public_key, access_key }) => ({
      key: accessKeyTrieKey(id, publicKeyHandle.parse(public_key)),
      value: encode(AccessKey, AccessKeyView.parse(access_key)),
    }))
    .sort((a, b) => (bytesKey(a.key) < bytesKey(b.key) ? -1 : 1));
}
