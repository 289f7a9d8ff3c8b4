// Where a forked chain begins: a block of another network, and the node that knows its state.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerigeeError } from '../base/errors.ts';
import { parseJson } from '../base/json/exactJson.ts';
import { formatTime } from '../chain/production/time.ts';
import type { TypeOf } from '../codec/codec.ts';
import { string, u64Text } from '../codec/primitives.ts';
import { view } from '../codec/struct.ts';
import { hash, height } from '../types/primitives.ts';
import { askOrigin } from './askOrigin.ts';

export const ForkPoint = view({
  url: string,
  chainId: string,
  height,
  blockHash: hash,
  /** RFC 3339. */
  time: string,
});
export type ForkPoint = TypeOf<typeof ForkPoint>;

export class ForkError extends PerigeeError<{ readonly code: 'fork' }> {
  constructor(message: string) {
    super({ code: 'fork' }, message);
  }
}

const FILE = 'fork.json';
/** Where earlier versions kept rows of the other chain, a file each. */
const OLD_ROWS_FOLDER = 'origin';

/** The files of a fork, which end with its chain. */
export const FORK_FILES = [FILE, OLD_ROWS_FOLDER];

/** Where the chain of a home folder began; null for one that is no fork. */
export function readForkPoint(home: string): ForkPoint | null {
  const path = join(home, FILE);
  if (!existsSync(path)) return null;
  return ForkPoint.parse(parseJson(readFileSync(path, 'utf8')));
}

export function writeForkPoint(home: string, point: ForkPoint): void {
  // The address may hold a key.
  writeFileSync(join(home, FILE), `${ForkPoint.json(point)}\n`, { mode: 0o600 });
}

export interface ForkRequest {
  readonly url: string;
  /** Null for the newest final block. */
  readonly height: number | null;
}

/** Only what a fork needs: the rest differs between the versions of nodes. */
const BlockPlace = view({ header: view({ height, hash, timestampNanosec: u64Text }) });
const ChainName = view({ chainId: string });

/** Asks the other node for the block. */
export async function findForkPoint({ url, height: wanted }: ForkRequest): Promise<ForkPoint> {
  const params = wanted === null ? { finality: 'final' } : { block_id: wanted };
  const { header } = await askOrigin({ url, method: 'block', params }, BlockPlace);
  const { chainId } = await askOrigin({ url, method: 'status', params: [] }, ChainName);
  const time = formatTime(header.timestampNanosec);
  return { url, chainId, height: header.height, blockHash: header.hash, time };
}
