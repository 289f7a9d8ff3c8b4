// The fork of a home folder: created at the first start, and the same from then on.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { showUrl } from '../base/shownUrl.ts';
import type { GenesisConfig } from '../types/genesis.ts';
import type { OriginPlace } from './askRow.ts';
import {
  ForkError,
  type ForkPoint,
  type ForkRequest,
  findForkPoint,
  readForkPoint,
  writeForkPoint,
} from './forkPoint.ts';

/** Null for a chain that is not a fork. */
export async function openFork(
  home: string,
  request: ForkRequest | undefined,
): Promise<ForkPoint | null> {
  const known = readForkPoint(home);
  if (request === undefined) return known;
  if (known !== null) {
    if (known.url === request.url && (request.height ?? known.height) === known.height) {
      return known;
    }
    throw new ForkError(
      `${home} holds a fork of ${showUrl(known.url)} at ${known.height}; begin another ` +
        'with --reset',
    );
  }
  if (existsSync(join(home, 'genesis.json'))) {
    throw new ForkError(`${home} holds a chain of its own; begin a fork with --reset`);
  }
  const point = await findForkPoint(request);
  mkdirSync(home, { recursive: true });
  writeForkPoint(home, point);
  return point;
}

/** What the genesis of a fork takes from the other network. */
export function forkGenesis(point: ForkPoint): Partial<GenesisConfig> {
  const { chainId, height, protocolVersion } = point;
  return {
    chainId,
    genesisHeight: height,
    ...(protocolVersion !== null && { protocolVersion }),
  };
}

export function originOf({ url, blockHash }: ForkPoint): OriginPlace {
  return { url, blockHash };
}
