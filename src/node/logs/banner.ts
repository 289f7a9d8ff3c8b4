// What a user sees when a local node has started: its endpoints, and accounts to start with.

import { formatHash } from '../../base/crypto/hash.ts';
import { formatPublicKey, formatSecretKey, secretToPublic } from '../../base/crypto/keys.ts';
import { showUrl } from '../../base/shownUrl.ts';
import { PERIGEE_VERSION } from '../../base/version.ts';
import { formatHaltInDetail, type Halt } from '../../chain/production/halt.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { KeyFile } from '../../home/homeFolder.ts';

interface BannerFacts {
  readonly url: string;
  readonly home: string;
  readonly chainId: string;
  readonly height: number;
  readonly accounts: readonly KeyFile[];
  readonly fork?: OriginPlace | undefined;
  readonly halted?: Halt | null;
}

export function formatBanner(facts: BannerFacts): string {
  const { url, home, chainId, height, accounts, fork, halted = null } = facts;
  const lines = [
    `Perigee ${PERIGEE_VERSION}: chain ${chainId} at height ${height}`,
    '',
    `  RPC       ${url}`,
    `  Explorer  ${url}/ in a browser`,
    `  Home      ${home}`,
    ...(fork === undefined ? [] : formatFork(fork)),
    ...(halted === null ? [] : [`  Halted    ${formatHaltInDetail(halted)}`]),
    '',
    'Accounts (for development only: everybody can know these keys)',
    ...accounts.flatMap(formatAccount),
    '',
  ];
  return lines.join('\n');
}

/** Someone who compares state roots must know that these match no other chain. */
function formatFork({ url, blockHash }: OriginPlace): string[] {
  return [
    `  Fork      of ${showUrl(url)} after block ${formatHash(blockHash)}`,
    '            Unchanged state is read from there, once; state roots differ from that network.',
  ];
}

function formatAccount({ accountId, secretKey }: KeyFile): string[] {
  return [
    `  ${accountId}`,
    `    public  ${formatPublicKey(secretToPublic(secretKey))}`,
    `    secret  ${formatSecretKey(secretKey)}`,
  ];
}
