// What epochs read from the store of a chain, and what each block adds to it.

import type { Hash } from '../../base/crypto/hash.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import type { BlockInfo, EpochInfo } from '../../types/epoch.ts';
import type { EpochStatistics } from './epochStatistics.ts';
import type { EpochSummary } from './epochSummary.ts';

export interface EpochStore {
  rules(): ProtocolRules;
  getBlockInfo(blockHash: Hash): BlockInfo | null;
  getEpochStatistics(blockHash: Hash): EpochStatistics | null;
  getEpochInfo(epochId: Hash): EpochInfo | null;
  getEpochStart(epochId: Hash): number | null;
  getEpochSummary(epochId: Hash): EpochSummary | null;
}

/** The additions of one block; they belong into the batch of that block. */
export interface EpochRecord {
  readonly blockInfo: BlockInfo;
  readonly statistics: EpochStatistics;
  /** The epoch after the next, made by the last block of an epoch; at genesis the first two. */
  readonly epochs: readonly { readonly id: Hash; readonly info: EpochInfo }[];
  /** In the first block of an epoch. */
  readonly start: { readonly epochId: Hash; readonly height: number } | null;
  /** In the last block of an epoch. */
  readonly summary: { readonly epochId: Hash; readonly summary: EpochSummary } | null;
}
