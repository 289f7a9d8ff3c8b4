// What a user sees when a local node has started: its endpoints, and accounts to start with, on one
// screen of a terminal. Anywhere else it is a line of the log.

import { formatHash } from '../../base/crypto/hash.ts';
import { formatPublicKey, formatSecretKey, secretToPublic } from '../../base/crypto/keys.ts';
import { showUrl } from '../../base/shownUrl.ts';
import { PERIGEE_VERSION } from '../../base/version.ts';
import { formatHaltInDetail, type Halt } from '../../chain/production/halt.ts';
import type { OriginPlace } from '../../fork/askRow.ts';
import type { KeyFile } from '../../home/homeFolder.ts';
import { escapeText, type Styles } from '../../trace/text/styles.ts';

export interface BannerFacts {
  readonly url: string;
  readonly home: string;
  readonly chainId: string;
  readonly height: number;
  readonly accounts: readonly KeyFile[];
  readonly showsKeys: boolean;
  /** Whether the chain ends with the program. */
  readonly isTemporary: boolean;
  readonly fork?: OriginPlace | undefined;
  readonly halted?: Halt | null;
}

/** Accounts that are shown without keys; the others have names like them. */
const ACCOUNTS_MAX = 11;

export function formatBanner(facts: BannerFacts, { name, dim, bad }: Styles): string {
  const { url, home, chainId, height, fork, halted = null, isTemporary } = facts;
  const title = `Perigee ${PERIGEE_VERSION}: chain ${escapeText(chainId)} at height ${height}`;
  const lines = [
    name(title),
    '',
    `  RPC       ${url}`,
    `  Explorer  ${url}/ in a browser`,
    `  Home      ${isTemporary ? 'in memory: nothing is kept' : home}`,
    ...(fork === undefined ? [] : formatFork(fork)),
    ...(halted === null ? [] : [bad(`  Halted    ${formatHaltInDetail(halted)}`)]),
    '',
    ...formatAccounts(facts).map((line, index) => (index === 0 ? line : dim(line))),
    '',
  ];
  return lines.join('\n');
}

/** The same as fields of a line of the log. */
export function bannerFields({ url, home, chainId, height, accounts, isTemporary }: BannerFacts) {
  const names = accounts.slice(0, ACCOUNTS_MAX).map(({ accountId }) => accountId);
  return { url, chain: chainId, height, home: isTemporary ? null : home, accounts: names };
}

/** Someone who compares state roots must know that these match no other chain. */
function formatFork({ url, blockHash }: OriginPlace): string[] {
  return [
    `  Fork      of ${showUrl(url)} after block ${formatHash(blockHash)}`,
    '            Unchanged state is read from there, once; state roots differ from that network.',
  ];
}

function formatAccounts({ accounts, showsKeys }: BannerFacts): string[] {
  if (showsKeys) {
    const title = 'Accounts (for development only: everybody can know these keys)';
    return [title, ...accounts.flatMap(formatKeys)];
  }
  const left = accounts.length - ACCOUNTS_MAX;
  return [
    'Accounts (--show-keys prints their keys)',
    ...accounts.slice(0, ACCOUNTS_MAX).map(({ accountId }) => `  ${accountId}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

function formatKeys({ accountId, secretKey }: KeyFile): string[] {
  return [
    `  ${accountId}`,
    `    public  ${formatPublicKey(secretToPublic(secretKey))}`,
    `    secret  ${formatSecretKey(secretKey)}`,
  ];
}
