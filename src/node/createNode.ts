// Starts a node inside another program, for tests above all. Its chain is kept in a temporary
// folder unless a home is named.

import type { MiningMode } from '../chain/mining.ts';
import type { GivenLimits } from '../rpc/limits.ts';
import { InProcessNode } from './inProcessNode.ts';
import type { LogLevel } from './options.ts';
import type { PerigeeNode } from './perigeeNode.ts';
import { startNode } from './startNode.ts';

export interface CreateNodeOptions {
  /** 0, the default, lets the system choose a free port. */
  readonly port?: number;
  readonly host?: string;
  readonly mining?: MiningMode;
  readonly shards?: number;
  /** Funded accounts besides the root; 10 by default. */
  readonly accounts?: number;
  /** Keeps the chain in this folder; without it, it ends with the node. */
  readonly home?: string;
  /** Limits that stand above the defaults. */
  readonly limits?: GivenLimits;
  /** A file of `dumpState` to begin with. */
  readonly loadState?: string;
  readonly logLevel?: LogLevel;
}

const DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  mining: 'auto',
  shards: 1,
  accounts: 10,
  durable: false,
  reset: false,
  controls: true,
  gasReport: false,
  logLevel: 'silent',
} as const;

export async function createNode(options: CreateNodeOptions = {}): Promise<PerigeeNode> {
  const { home } = options;
  const node = await startNode({
    ...DEFAULTS,
    ...options,
    home: home ?? '',
    inMemory: home === undefined,
  });
  return new InProcessNode(node);
}
