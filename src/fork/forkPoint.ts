// Where a forked chain starts: a block of another network, and the node that has its state.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PerigeeError } from '../base/errors.ts';
import { parseJson } from '../base/json/plainJson.ts';
import { showUrl } from '../base/shownUrl.ts';
import { formatTime } from '../base/time.ts';
import type { TypeOf } from '../codec/codec.ts';
import { option, string, u32, u64Text } from '../codec/primitives.ts';
import { defaulted, struct } from '../codec/struct.ts';
import { hash, height } from '../types/primitives.ts';
import { askOrigin } from './askOrigin.ts';

const protocolVersion = defaulted(option(u32), null);

export const ForkPoint = struct({
  url: string,
  chainId: string,
  height,
  blockHash: hash,
  /** Null where the other node does not say. */
  protocolVersion,
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
/** Where earlier versions kept rows of the other chain, one file each. */
const OLD_ROWS_FOLDER = 'origin';

/** The files of a fork, which are removed with its chain. */
export const FORK_FILES = [FILE, OLD_ROWS_FOLDER];

/** The fork point of a home folder; null if its chain is not a fork. */
export function readForkPoint(home: string): ForkPoint | null {
  const path = join(home, FILE);
  if (!existsSync(path)) return null;
  return ForkPoint.parse(parseJson(readFileSync(path, 'utf8')));
}

export function writeForkPoint(home: string, point: ForkPoint): void {
  // The URL may contain a key.
  writeFileSync(join(home, FILE), `${ForkPoint.json(point)}\n`, { mode: 0o600 });
}

export interface ForkRequest {
  readonly url: string;
  /** Null for the newest final block. */
  readonly height: number | null;
}

/** Only what a fork needs: the rest differs between node versions. */
const BlockPlace = struct({ header: struct({ height, hash, timestampNanosec: u64Text }) });
const ChainStatus = struct({ chainId: string, protocolVersion });
/** It is in every status and on every page; those of networks have at most 20 characters. */
const CHAIN_ID_MAX = 256;

/** Requests the block from the origin. */
export async function findForkPoint({ url, height: wanted }: ForkRequest): Promise<ForkPoint> {
  const params = wanted === null ? { finality: 'final' } : { block_id: wanted };
  const { header } = await askOrigin({ url, method: 'block', params }, BlockPlace);
  const status = await askOrigin({ url, method: 'status', params: [] }, ChainStatus);
  if (status.chainId.length > CHAIN_ID_MAX) {
    throw new ForkError(
      `${showUrl(url)} names a chain with ${status.chainId.length} characters; ` +
        `at most ${CHAIN_ID_MAX} are taken`,
    );
  }
  const { height, hash: blockHash, timestampNanosec } = header;
  return { url, ...status, height, blockHash, time: formatTime(timestampNanosec) };
}
