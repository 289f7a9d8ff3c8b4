// An outcome as its row has it. To follow the receipts of a transaction takes two of its fields,
// and to show it takes text, not values. Most of a row is a gas profile, so the whole is decoded
// only when a caller asks for it. A spread of an outcome would lose it.

import type { Hash } from '../../base/crypto/hash.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import { BorshReader } from '../../codec/borsh.ts';
import { vec } from '../../codec/primitives.ts';
import type { StoreReader } from '../../store/store.ts';
import type { CostNames } from '../../types/costNames.ts';
import { ExecutionOutcome, ExecutionStatus } from '../../types/outcome.ts';
import { hash } from '../../types/primitives.ts';
import { showOutcome } from '../../types/views/outcomeView.ts';
import { AMOUNT_BYTES, OutcomePath, skipPath } from '../records/storedRecords.ts';
import type { StoredOutcome } from './chainReader.ts';
import { decodePath, readSharedPath, showPath } from './outcomePaths.ts';

/** Behind the block and the shard. */
const PATH_OFFSET = 40;
const hashes = vec(hash);

export class OutcomeRow implements StoredOutcome {
  readonly id: Hash;
  readonly blockHash: Hash;
  readonly shardId: number;
  readonly receiptIds: readonly Hash[];
  readonly status: ExecutionStatus;
  readonly #row: Uint8Array;
  readonly #sharedPath: Uint8Array | null;
  readonly #outcomeAt: number;
  #outcome: ExecutionOutcome | null = null;

  constructor(store: StoreReader, id: Hash, row: Uint8Array) {
    const reader = new BorshReader(row);
    this.id = id;
    this.#row = row;
    this.blockHash = hash.read(reader);
    this.shardId = reader.u64Number();
    const group = skipPath(reader);
    this.#sharedPath = readSharedPath(store, this, group);
    this.#outcomeAt = reader.offset;
    for (let logs = reader.u32(); logs > 0; logs--) reader.skip(reader.u32());
    this.receiptIds = hashes.read(reader);
    reader.skip(AMOUNT_BYTES);
    reader.skip(reader.u32());
    this.status = ExecutionStatus.read(reader);
  }

  get proof(): readonly MerklePathItem[] {
    const { own } = OutcomePath.read(this.#readerAt(PATH_OFFSET));
    return this.#sharedPath === null ? own : [...own, ...decodePath(this.#sharedPath)];
  }

  get outcome(): ExecutionOutcome {
    this.#outcome ??= ExecutionOutcome.read(this.#readerAt(this.#outcomeAt));
    return this.#outcome;
  }

  /** As `OutcomeWithIdView` shows it, in the block that executed it or in another one. */
  show(names: CostNames, blockHash: Hash): string {
    const proof = showPath(this.#readerAt(PATH_OFFSET), this.#sharedPath);
    const outcome = showOutcome(this.#readerAt(this.#outcomeAt), names);
    const place = `"block_hash":${hash.json(blockHash)},"id":${hash.json(this.id)}`;
    return `{${place},"outcome":${outcome},"proof":${proof}}`;
  }

  #readerAt(offset: number): BorshReader {
    const reader = new BorshReader(this.#row);
    reader.skip(offset);
    return reader;
  }
}

/** What an outcome led to, whether it is a row or was made otherwise. */
export function receiptIdsOf(stored: StoredOutcome): readonly Hash[] {
  return stored instanceof OutcomeRow ? stored.receiptIds : stored.outcome.receiptIds;
}

export function statusOf(stored: StoredOutcome): ExecutionStatus {
  return stored instanceof OutcomeRow ? stored.status : stored.outcome.status;
}
