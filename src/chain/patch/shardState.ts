// The accounts and contracts in a shard's state, extracted from one trie and written to another.
// Most rows become records, as in a genesis file; the others (postponed receipts, global code) stay
// raw rows. Queues of pending receipts and the shard's internal rows are not included.

import { fail } from '../../base/assert.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { decode } from '../../codec/codec.ts';
import { bytes, option, u64 } from '../../codec/primitives.ts';
import { readAccount } from '../../state/accounts.ts';
import { parseTrieKey } from '../../state/parseTrieKey.ts';
import { stateRecordError, writeStateRecord } from '../../state/stateRecords.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { TRIE_COLUMN } from '../../state/trieKey.ts';
import type { NodeReader } from '../../trie/nodeReader.ts';
import { iterateTrie } from '../../trie/trieIterate.ts';
import { AccessKey } from '../../types/accessKey.ts';
import { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { StateRecord } from '../../types/genesis.ts';

interface StateRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

export interface ShardState {
  readonly shardId: number;
  readonly records: readonly StateRecord[];
  readonly rows: readonly StateRow[];
}

/** Accounts come first: the code of an account is only written if the account refers to it. */
const RECORD_COLUMNS = [
  TRIE_COLUMN.account,
  TRIE_COLUMN.contractCode,
  TRIE_COLUMN.accessKey,
  TRIE_COLUMN.contractData,
  TRIE_COLUMN.receivedData,
] as const;

const ROW_COLUMNS = [
  TRIE_COLUMN.postponedReceiptId,
  TRIE_COLUMN.pendingDataCount,
  TRIE_COLUMN.postponedReceipt,
  TRIE_COLUMN.promiseYieldIndices,
  TRIE_COLUMN.promiseYieldTimeout,
  TRIE_COLUMN.promiseYieldReceipt,
  TRIE_COLUMN.promiseYieldStatus,
  TRIE_COLUMN.yieldIdToDataId,
  TRIE_COLUMN.dataIdToYieldId,
  TRIE_COLUMN.globalContractCode,
  TRIE_COLUMN.globalContractNonce,
] as const;

export function readShardState(nodes: NodeReader, root: Hash, shardId: number): ShardState {
  const rows = ROW_COLUMNS.flatMap((column) => [...readColumn(nodes, root, column)]);
  return { shardId, records: [...readStateRecords(nodes, root)], rows };
}

/** The records of a state, accounts first. */
export function* readStateRecords(nodes: NodeReader, root: Hash): Generator<StateRecord> {
  for (const column of RECORD_COLUMNS) {
    for (const row of readColumn(nodes, root, column)) yield rowToRecord(row);
  }
}

function* readColumn(nodes: NodeReader, root: Hash, column: number): Generator<StateRow> {
  for (const { key, valueHash } of iterateTrie(nodes, root, { prefix: Uint8Array.of(column) })) {
    yield { key, value: nodes.read(valueHash) };
  }
}

function rowToRecord({ key, value }: StateRow): StateRecord {
  const parsed = parseTrieKey(key);
  switch (parsed.kind) {
    case 'Account': {
      const { accountId } = parsed;
      return { kind: 'Account', value: { accountId, account: decode(Account, value) } };
    }
    case 'ContractCode':
      return { kind: 'Contract', value: { accountId: parsed.accountId, code: value } };
    case 'AccessKey': {
      const { accountId, publicKey } = parsed;
      const accessKey = decode(AccessKey, value);
      return { kind: 'AccessKey', value: { accountId, publicKey, accessKey } };
    }
    case 'GasKeyNonce': {
      const { accountId, publicKey, index } = parsed;
      const nonce = decode(u64, value);
      return { kind: 'GasKeyNonce', value: { accountId, publicKey, index, nonce } };
    }
    case 'ContractData': {
      const { accountId, key: dataKey } = parsed;
      return { kind: 'Data', value: { accountId, dataKey, value } };
    }
    case 'ReceivedData': {
      const { accountId, dataId } = parsed;
      return {
        kind: 'ReceivedData',
        value: { accountId, dataId, data: decode(option(bytes), value) },
      };
    }
    default:
      return fail(`a row of ${parsed.kind} is not a record`);
  }
}

/**
 * Replaces the state of accounts and contracts. Stakes are an exception, as they belong to the
 * validators of this chain: what an account has locked stays locked, its total balance is as given,
 * and a validator that is not given stays as it is.
 */
export function replaceShardState(state: StateUpdate, { records, rows }: ShardState): void {
  const stakes = readStakes(state);
  const given = new Set<AccountId>(
    records.filter(({ kind }) => kind === 'Account').map(({ value }) => value.accountId),
  );
  for (const column of [...RECORD_COLUMNS, ...ROW_COLUMNS]) {
    for (const key of state.keysWithPrefix(Uint8Array.of(column))) {
      const parsed = parseTrieKey(key);
      const id = 'accountId' in parsed ? parsed.accountId : null;
      if (id === null || given.has(id) || !stakes.has(id)) state.remove(key);
    }
  }
  for (const record of records) writeStateRecord(state, withStake(record, stakes));
  for (const { key, value } of rows) {
    if (!(ROW_COLUMNS as readonly (number | undefined)[]).includes(key[0])) {
      throw stateRecordError(`a row of column ${key[0]} is not allowed`);
    }
    state.set(key, value);
  }
}

function readStakes(state: StateUpdate): ReadonlyMap<AccountId, bigint> {
  const stakes = new Map<AccountId, bigint>();
  for (const key of state.keysWithPrefix(Uint8Array.of(TRIE_COLUMN.account))) {
    const parsed = parseTrieKey(key);
    if (parsed.kind !== 'Account') continue;
    const locked = readAccount(state, parsed.accountId)?.locked ?? 0n;
    if (locked > 0n) stakes.set(parsed.accountId, locked);
  }
  return stakes;
}

function withStake(record: StateRecord, stakes: ReadonlyMap<AccountId, bigint>): StateRecord {
  if (record.kind !== 'Account') return record;
  const { accountId, account } = record.value;
  const locked = stakes.get(accountId) ?? 0n;
  const amount = account.amount + account.locked - locked;
  if (amount < 0n) {
    throw stateRecordError(
      `${accountId} validates with ${locked}, which is more than its new balance`,
    );
  }
  return { kind: 'Account', value: { accountId, account: { ...account, amount, locked } } };
}
