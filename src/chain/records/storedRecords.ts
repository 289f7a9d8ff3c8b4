// How the values of columns are laid out, where no type of the protocol describes them.

import { concatBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { PartialMerkleTree } from '../../base/merkle/blockMerkleTree.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import { BorshReader } from '../../codec/borsh.ts';
import { bytesOnly, type Codec, type TypeOf } from '../../codec/codec.ts';
import { bytes, fixedBytes, option, string, u8, u64Number, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { type UnionOf, union } from '../../codec/union.ts';
import type { ValueShape } from '../../store/column.ts';
import { outcomePathKey } from '../../store/storeKeys.ts';
import { accountId } from '../../types/accountId.ts';
import { ChunkHeader } from '../../types/chunk.ts';
import { BlockInfo } from '../../types/epoch.ts';
import { ExecutionOutcome } from '../../types/outcome.ts';
import { hash, height, shardId } from '../../types/primitives.ts';
import { Receipt } from '../../types/receipt.ts';
import { EncodedTransaction, SignedTransaction } from '../../types/transaction.ts';
import { MerklePathItemView } from '../../types/views/outcomeView.ts';
import { EpochStatistics } from '../epoch/epochStatistics.ts';

export const TipRecord = struct({ hash, height });

/** Where an empty chunk is. */
export const ChunkPlace = struct({ blockHash: hash, shardId });

export const TreeRecord: Codec<PartialMerkleTree> = struct({
  path: vec(hash) as Codec<Uint8Array[]>,
  size: u64Number,
});

/**
 * What the chain goes on from: how many blocks come before this one, and its epoch's count. The
 * path is empty in rows of version 4 and later, and the hash of the block is zero in rows of
 * version 5.
 */
export const BlockExtraRecord = struct({
  ancestors: TreeRecord,
  blockInfo: BlockInfo,
  statistics: EpochStatistics,
});

/** The first fields of such a row: the count of an epoch is most of it. */
const BlockExtraStart = struct({ ancestors: TreeRecord, blockInfo: BlockInfo });

export function readBlockInfo(row: Uint8Array): BlockInfo {
  return BlockExtraStart.read(new BorshReader(row)).blockInfo;
}

/** A transaction with the block whose chunk first held it. */
export const TransactionRecord = struct({ blockHash: hash, signed: SignedTransaction });

export const ReceiptRecord = struct({ parentId: hash, receipt: Receipt });

export const MerklePath = vec(MerklePathItemView);

/** The lowest items of an outcome's path, and the group of outcomes that share the others. */
export interface OutcomePath {
  readonly own: readonly MerklePathItem[];
  /** Null if the path has no other items. */
  readonly group: number | null;
}

/** Marks the number of a group, which comes before the number of items. */
const HAS_GROUP = 0x8000_0000;

export const OutcomePath: Codec<OutcomePath> = bytesOnly({
  write: (writer, { own, group }) => {
    if (group !== null) writer.u32(HAS_GROUP + group);
    MerklePath.write(writer, own);
  },
  read: (reader) => {
    const group = readPathGroup(reader);
    return { own: MerklePath.read(reader), group };
  },
});

/** Passes over the group, behind which the own items are. */
export function readPathGroup(reader: BorshReader): number | null {
  const hasGroup = (reader.peek(3) & 0x80) !== 0;
  return hasGroup ? reader.u32() - HAS_GROUP : null;
}

/** A hash, and its side. */
const PATH_ITEM_BYTES = 33;

/** Passes over the own items too, and returns the group. */
export function skipPath(reader: BorshReader): number | null {
  const group = readPathGroup(reader);
  reader.skip(reader.u32() * PATH_ITEM_BYTES);
  return group;
}

export const OutcomeRecord = struct({
  blockHash: hash,
  shardId,
  path: OutcomePath,
  outcome: ExecutionOutcome,
});
export type OutcomeRecord = TypeOf<typeof OutcomeRecord>;

/** The first fields of an outcome's record, the texts of logs as bytes. */
const OutcomeStart = struct({
  blockHash: hash,
  shardId,
  path: OutcomePath,
  logs: vec(bytes),
  receiptIds: vec(hash),
});
type OutcomeStart = TypeOf<typeof OutcomeStart>;

/** What leads on from an outcome. Most of a record is a gas profile, which is not decoded. */
export function readOutcomeStart(record: Uint8Array): OutcomeStart {
  return OutcomeStart.read(new BorshReader(record));
}

/** Gas burnt and tokens burnt. */
export const AMOUNT_BYTES = 8 + 16;

const OutcomeLinks = struct({
  blockHash: hash,
  shardId,
  path: OutcomePath,
  logs: vec(string),
  receiptIds: vec(hash),
  amounts: fixedBytes(AMOUNT_BYTES),
  executorId: accountId,
});

/** What an outcome has to do with other rows, without its amounts, status and gas profile. */
export function readOutcomeLinks(record: Uint8Array): Omit<TypeOf<typeof OutcomeLinks>, 'amounts'> {
  return OutcomeLinks.read(new BorshReader(record));
}

const HASH_BYTES = 32;

/** The parent of a receipt, from its record. */
export function readReceiptParent(record: Uint8Array): Hash {
  return record.subarray(0, HASH_BYTES);
}

/** The receipt itself, as it is encoded. */
export function viewReceipt(record: Uint8Array): Uint8Array {
  return record.subarray(HASH_BYTES);
}

/** A transaction with the block, from its record and its hash. */
export function readTransactionRow(hash: Hash, record: Uint8Array) {
  const transaction = new EncodedTransaction(hash, record.subarray(HASH_BYTES));
  return { transaction, blockHash: readIncludingBlock(record) };
}

/** The block whose chunk first held a transaction, from its record. */
export function readIncludingBlock(record: Uint8Array): Hash {
  return record.subarray(0, HASH_BYTES);
}

/** The key of the items that a path shares with others; null if it has no such items. */
export function sharedPathKey({
  blockHash,
  shardId,
  path,
}: Pick<OutcomeRecord, 'blockHash' | 'shardId' | 'path'>): Uint8Array | null {
  return path.group === null ? null : outcomePathKey(blockHash, shardId, path.group);
}

export const ReceiptList = vec(Receipt);
export const HashList = vec(hash);

const shownRecords = {
  Transaction: struct({ blockHash: hash, json: bytes }),
  /** The parent is zero if it is unknown. */
  Receipt: struct({ parentId: hash, json: bytes }),
  /** The content is in rows of its own. */
  Chunk: struct({ header: ChunkHeader, transactions: vec(hash), receipts: vec(hash) }),
  /** Its receipts are bound, and some transactions are not. */
  ChunkOfShownTransactions: struct({
    header: ChunkHeader,
    transactions: vec(hash),
    receipts: vec(Receipt),
  }),
} as const;
export const ShownRecord = union('Shown', shownRecords);
export type ShownRecord = UnionOf<typeof shownRecords>;
export type ShownKind = ShownRecord['kind'];
export type ShownValue<K extends ShownKind> = TypeOf<(typeof shownRecords)[K]>;

/** Rows by the numbers of their columns, as they were; null for one that did not exist. */
export const UndoRecord = vec(struct({ column: u8, key: bytes, value: option(bytes) }));

export interface OutcomePlace {
  readonly shardIndex: number;
  readonly position: number;
}

/** Two bytes for the index of the shard in its block, four for the outcome in the shard. */
const PLACE_BYTES = 6;

export const OutcomePlaces: ValueShape<readonly OutcomePlace[]> = {
  encode: (places) => {
    const encoded = new Uint8Array(places.length * PLACE_BYTES);
    const view = new DataView(encoded.buffer);
    places.forEach(({ shardIndex, position }, i) => {
      view.setUint16(i * PLACE_BYTES, shardIndex, true);
      view.setUint32(i * PLACE_BYTES + 2, position, true);
    });
    return encoded;
  },
  decode: (encoded) => {
    const view = new DataView(encoded.buffer, encoded.byteOffset, encoded.byteLength);
    return Array.from({ length: encoded.length / PLACE_BYTES }, (_, i) => ({
      shardIndex: view.getUint16(i * PLACE_BYTES, true),
      position: view.getUint32(i * PLACE_BYTES + 2, true),
    }));
  },
};

/** A row of a flat state: its value, or that it was removed, or that it is unknown. */
export type FlatRow = Uint8Array | 'removed' | 'unknown';

/** Told apart by the first byte. */
const FLAT_KIND = { removed: 0, value: 1, unknown: 2 } as const;

export const FlatRow: ValueShape<FlatRow> = {
  encode: (row) =>
    typeof row === 'string'
      ? Uint8Array.of(FLAT_KIND[row])
      : concatBytes(Uint8Array.of(FLAT_KIND.value), row),
  decode: (encoded) => {
    if (encoded[0] === FLAT_KIND.value) return encoded.subarray(1);
    return encoded[0] === FLAT_KIND.removed ? 'removed' : 'unknown';
  },
};
