// NEAR Lake's layout of blocks as files: a folder for each height, named by twelve digits, with
// `block.json` and one `shard_<id>.json` for each shard of the block. Implementations define where
// the files are.

import { utf8ToBytes } from '../../base/bytes/bytes.ts';
import { parseJsonBytes } from '../../base/json/exactJson.ts';
import { BlockView } from '../../types/views/blockView.ts';
import { type BlockMessage, ShardMessage } from '../messages/blockMessage.ts';

export interface LakeFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Transient failures are thrown as they are; permanent ones as a BlockSourceError. */
export interface LakeStore {
  /** For logs and errors. */
  readonly name: string;
  /** Heights from one on that have a folder, in order; at least those right after `from`. */
  heights(from: number, max: number, signal: AbortSignal): Promise<readonly number[]>;
  lastHeight(signal: AbortSignal): Promise<number | null>;
  /** The names of the files of a height, without those that a writer has yet to add. */
  files(height: number, signal: AbortSignal): Promise<readonly string[]>;
  /** Null for a file that does not exist. */
  read(height: number, file: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /** Writes the files in an order in which no reader takes a part for the whole. */
  write(height: number, files: readonly LakeFile[]): Promise<void>;
  close(): void;
}

const HEIGHT_DIGITS = 12;
export const LAKE_HEIGHT_MAX = 10 ** HEIGHT_DIGITS - 1;
/** No file of a block may be larger. */
export const LAKE_FILE_BYTES_MAX = 256 * 1024 * 1024;

export const BLOCK_FILE = 'block.json';

export function shardFile(shardId: number): string {
  return `shard_${shardId}.json`;
}

export function isShardFile(name: string): boolean {
  return /^shard_[0-9]+\.json$/.test(name);
}

export function formatLakeHeight(height: number): string {
  return `${height}`.padStart(HEIGHT_DIGITS, '0');
}

/** Null for a name that is not a height. */
export function parseLakeHeight(name: string): number | null {
  return /^[0-9]{12}$/.test(name) ? Number(name) : null;
}

/** The block comes last: a reader that sees it also finds its shards. */
export function messageToFiles({ block, shards }: BlockMessage): LakeFile[] {
  const ofShards = shards.map((shard) => ({
    name: shardFile(shard.shardId),
    content: utf8ToBytes(ShardMessage.json(shard)),
  }));
  return [...ofShards, { name: BLOCK_FILE, content: utf8ToBytes(BlockView.json(block)) }];
}

export function parseLakeBlock(content: Uint8Array): BlockView {
  return BlockView.parse(parseJsonBytes(content));
}
