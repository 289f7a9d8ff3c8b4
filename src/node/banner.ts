// What a person sees when a local node has started: where it answers, and accounts to begin with.

import { formatPublicKey, formatSecretKey, secretToPublic } from '../base/keys.ts';
import type { KeyFile } from './homeFolder.ts';
import { PERIGEE_VERSION } from './version.ts';

export interface BannerFacts {
  readonly url: string;
  readonly home: string;
  readonly chainId: string;
  readonly height: number;
  readonly accounts: readonly KeyFile[];
}

export function formatBanner(facts: BannerFacts): string {
  const { url, home, chainId, height, accounts } = facts;
  const lines = [
    `Perigee ${PERIGEE_VERSION}: chain ${chainId} at height ${height}`,
    '',
    `  RPC       ${url}`,
    `  Explorer  ${url}/ in a browser`,
    `  Home      ${home}`,
    '',
    'Accounts (for development only: everybody can know these keys)',
    ...accounts.flatMap(formatAccount),
    '',
  ];
  return lines.join('\n');
}

function formatAccount({ accountId, secretKey }: KeyFile): string[] {
  return [
    `  ${accountId}`,
    `    public  ${formatPublicKey(secretToPublic(secretKey))}`,
    `    secret  ${formatSecretKey(secretKey)}`,
  ];
}
