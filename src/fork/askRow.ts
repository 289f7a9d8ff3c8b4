// Reads rows of the state with RPC methods that every NEAR node supports.

import { bytesKey, bytesToBase64, equalBytes, startsWithBytes } from '../base/bytes/bytes.ts';
import { formatHash } from '../base/crypto/hash.ts';
import { formatPublicKeyHandle, type PublicKeyHandle } from '../base/crypto/keys.ts';
import type { JsonObject } from '../base/json/exactJson.ts';
import { type Codec, encode, isJsonObject, type TypeOf } from '../codec/codec.ts';
import { u64 } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { parseTrieKey } from '../state/parseTrieKey.ts';
import {
  accessKeysTriePrefix,
  accessKeyTrieKey,
  contractDataTrieKey,
  TRIE_COLUMN,
} from '../state/trieKey.ts';
import { RowUnavailable } from '../store/rowUnavailable.ts';
import { AccessKey, AccessKeyView } from '../types/accessKey.ts';
import { Account } from '../types/account.ts';
import type { AccountId } from '../types/accountId.ts';
import type { GlobalContractIdentifier } from '../types/globalContract.ts';
import { AccountView, accountFromView } from '../types/views/accountView.ts';
import {
  accessKeyListFields,
  codeFields,
  gasKeyNoncesFields,
  statePageFields,
} from '../types/views/stateRowViews.ts';
import { askOrigin, ORIGIN, OriginRefusal } from './askOrigin.ts';

export interface OriginPlace {
  readonly url: string;
  readonly blockHash: Uint8Array;
  /** How messages name the node. */
  readonly who?: string | undefined;
}

export interface KnownRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The error names for a row that does not exist. */
const ABSENCES = new Set([
  'UNKNOWN_ACCOUNT',
  'INVALID_ACCOUNT',
  'UNKNOWN_ACCESS_KEY',
  'UNKNOWN_GAS_KEY',
  'NO_CONTRACT_CODE',
  'NO_GLOBAL_CONTRACT_CODE',
]);
const PAGE_ITEMS = 1_000;
/** The bound on the storage of one contract, also for a node that always returns another page. */
const PAGES_MAX = 1_000;
const LISTING_BYTES_MAX = 16 * 1024 * 1024;

/** Only the parts of results that make up a row: other versions return more, or less. */
const KeyList = struct({ keys: accessKeyListFields.keys });
const Nonces = struct(gasKeyNoncesFields);
const Code = struct({ codeBase64: codeFields.codeBase64 });
const DataPage = struct({ values: statePageFields.values, lastKey: statePageFields.lastKey });
type DataPage = TypeOf<typeof DataPage>;

/** Null if the row does not exist. */
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

/** Null if the origin reports that it does not exist. */
async function query<T>(
  { url, blockHash, who }: OriginPlace,
  question: JsonObject,
  result: Pick<Codec<T>, 'parse'>,
): Promise<T | null> {
  const params = { ...question, block_id: formatHash(blockHash) };
  try {
    return await askOrigin({ url, who, method: 'query', params }, result);
  } catch (error) {
    if (!(error instanceof OriginRefusal)) throw error;
    if (ABSENCES.has(error.info.cause)) return null;
    throw new RowUnavailable(error.message, error);
  }
}

async function askAccount(place: OriginPlace, id: AccountId): Promise<Uint8Array | null> {
  const question = { request_type: 'view_account', account_id: id };
  const shown = await query(place, question, AccountView);
  return shown && encode(Account, accountFromView(shown));
}

/** For an unknown key, nodes return a result with a message in place of the key. */
const KeyOrText: Pick<Codec<AccessKey | null>, 'parse'> = {
  parse: (json) =>
    isJsonObject(json) && typeof json.error === 'string' ? null : AccessKeyView.parse(json),
};

async function askAccessKey(
  place: OriginPlace,
  id: AccountId,
  key: PublicKeyHandle,
): Promise<Uint8Array | null> {
  // Such a key can be asked for only by the whole key, of which the row has the hash.
  if (key.type === 'ml-dsa-65-hash') {
    const row = accessKeyTrieKey(id, key);
    const listed = await askAccessKeys(place, accessKeysTriePrefix(id));
    return listed.find((one) => equalBytes(one.key, row))?.value ?? null;
  }
  const question = {
    request_type: 'view_access_key',
    account_id: id,
    public_key: formatPublicKeyHandle(key),
  };
  const accessKey = await query(place, question, KeyOrText);
  return accessKey && encode(AccessKey, accessKey);
}

async function askGasKeyNonce(
  place: OriginPlace,
  at: {
    readonly accountId: AccountId;
    readonly publicKey: PublicKeyHandle;
    readonly index: number;
  },
): Promise<Uint8Array | null> {
  const question = {
    request_type: 'view_gas_key_nonces',
    account_id: at.accountId,
    public_key: formatPublicKeyHandle(at.publicKey),
  };
  const nonce = (await query(place, question, Nonces))?.nonces[at.index];
  return nonce === undefined ? null : encode(u64, nonce);
}

async function askCode(place: OriginPlace, question: JsonObject): Promise<Uint8Array | null> {
  return (await query(place, question, Code))?.codeBase64 ?? null;
}

function globalCodeQuestion(identifier: GlobalContractIdentifier): JsonObject {
  if (identifier.kind === 'AccountId') {
    const request_type = 'view_global_contract_code_by_account_id';
    return { request_type, account_id: identifier.value };
  }
  return { request_type: 'view_global_contract_code', code_hash: formatHash(identifier.value) };
}

/** A page of one row with the key as prefix: if the key exists, it comes first. */
async function askData(
  place: OriginPlace,
  id: AccountId,
  key: Uint8Array,
): Promise<Uint8Array | null> {
  const page = await askDataPage(place, id, { prefix: key, after: null, limit: 1 });
  return page.values.find((row) => equalBytes(row.key, key))?.value ?? null;
}

async function askAllData(
  place: OriginPlace,
  id: AccountId,
  prefix: Uint8Array,
): Promise<KnownRow[]> {
  const rows: KnownRow[] = [];
  let after: Uint8Array | null = null;
  let takenBytes = 0;
  for (let pages = 0; pages < PAGES_MAX && takenBytes < LISTING_BYTES_MAX; pages++) {
    const page: DataPage = await askDataPage(place, id, { prefix, after, limit: PAGE_ITEMS });
    for (const { key, value } of page.values) {
      if (!startsWithBytes(key, prefix)) {
        throw new RowUnavailable(`${place.who ?? ORIGIN} lists storage that was not asked for`);
      }
      rows.push({ key: contractDataTrieKey(id, key), value });
      takenBytes += key.length + value.length;
    }
    if (page.lastKey === null) return rows;
    after = page.lastKey;
  }
  throw new RowUnavailable(
    `${place.who ?? ORIGIN} lists more storage of ${id} than a fork takes: ` +
      `${PAGES_MAX} pages, or ${LISTING_BYTES_MAX} bytes`,
  );
}

interface DataRange {
  readonly prefix: Uint8Array;
  readonly after: Uint8Array | null;
  readonly limit: number;
}

/** Older nodes have no pagination and return everything, within their limit. */
async function askDataPage(
  place: OriginPlace,
  id: AccountId,
  { prefix, after, limit }: DataRange,
): Promise<DataPage> {
  const question = {
    request_type: 'view_state',
    account_id: id,
    prefix_base64: bytesToBase64(prefix),
    limit,
    ...(after !== null && { after_key_base64: bytesToBase64(after) }),
  };
  return (await query(place, question, DataPage)) ?? { values: [], lastKey: null };
}

async function askAccessKeys(place: OriginPlace, prefix: Uint8Array): Promise<KnownRow[]> {
  // The prefix is the account between the column byte and the separator.
  const id = new TextDecoder().decode(prefix.subarray(1, -1));
  const question = { request_type: 'view_access_key_list', account_id: id };
  const { keys } = (await query(place, question, KeyList)) ?? { keys: [] };
  return keys
    .map(({ publicKey, accessKey }) => ({
      key: accessKeyTrieKey(id, publicKey),
      value: encode(AccessKey, accessKey),
    }))
    .sort((a, b) => (bytesKey(a.key) < bytesKey(b.key) ? -1 : 1));
}
