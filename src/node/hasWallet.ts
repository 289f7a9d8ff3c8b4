// Whether a node serves the wallet: a local chain that can be controlled, and neither a fork nor a
// copy of a real network. A signed message is valid wherever its key is.

import type { Home } from '../home/homeFolder.ts';
import type { StartOptions } from './options.ts';

const REAL_NETWORKS = new Set(['mainnet', 'testnet']);

export function hasWallet(
  { origin, genesis }: Pick<Home, 'origin' | 'genesis'>,
  { controls }: Pick<StartOptions, 'controls'>,
): boolean {
  return controls && origin === undefined && !REAL_NETWORKS.has(genesis.config.chainId);
}
