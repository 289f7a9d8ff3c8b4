// Starts a node inside another program, mainly for tests. Its chain is kept in a temporary folder
// unless a home is given.

import { startNode } from '../node/startNode.ts';
import type { CreateNodeOptions } from './createNodeOptions.ts';
import { InProcessNode } from './inProcessNode.ts';
import type { PerigeeNode } from './perigeeNode.ts';
import { readNodeOptions } from './readNodeOptions.ts';

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
  const given = readNodeOptions(options);
  const { home } = given;
  const node = await startNode({
    ...DEFAULTS,
    ...given,
    home: home ?? '',
    inMemory: home === undefined,
  });
  return new InProcessNode(node);
}
