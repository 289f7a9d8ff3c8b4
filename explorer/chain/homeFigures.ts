// The figures of the home page, from the blocks and transactions that the page has: how much
// happens, how soon it is final, what fails and why.

import { nanosToMs } from '../format/times.ts';
import { isEmptyBlock, sumBlock } from './blockSums.ts';
import { standingOf, type Trail } from './trail.ts';
import type { BlockEvent } from './wire.ts';

const RATE_MS = 60_000;
/** A chain that just began has been running for at least this long. */
const RATE_MS_MIN = 1000;
const SERIES_BLOCKS = 40;

/** A value at a block. */
export interface AtBlock {
  readonly value: number;
  readonly height: number;
}

export interface Figures {
  /** In the last minute. */
  readonly transactionsPerSecond: number;
  /** The block with most transactions; null if no block has any. */
  readonly mostTransactions: AtBlock | null;
  /** Of blocks that executed something. */
  readonly gasPerBlock: number;
  /** The part of its limit that the fullest block used. */
  readonly fullest: AtBlock | null;
  /** From a block to the one that makes it final; null if no pair is known. */
  readonly finalityMs: number | null;
  readonly slowestFinalityMs: number | null;
  /** Of the newest blocks, oldest first. */
  readonly transactionSeries: readonly number[];
  readonly gasSeries: readonly number[];
  readonly finalitySeries: readonly number[];
}

/** Blocks are given newest first. */
export function computeFigures(blocks: readonly BlockEvent[], nowMs: number): Figures {
  const sums = blocks.map((block) => ({ block, ...sumBlock(block) }));
  const busy = sums.filter(({ block }) => !isEmptyBlock(block));
  const finality = listFinality(blocks);
  const newest = busy.slice(0, SERIES_BLOCKS).reverse();
  return {
    transactionsPerSecond: rate(sums, nowMs),
    mostTransactions: findMost(busy, ({ transactions }) => transactions),
    gasPerBlock: mean(busy.map(({ gasUsed }) => gasUsed)),
    fullest: findMost(busy, ({ gasUsed, gasLimit }) => gasUsed / gasLimit),
    finalityMs: finality.length === 0 ? null : mean(finality),
    slowestFinalityMs: finality.length === 0 ? null : Math.max(...finality),
    transactionSeries: newest.map(({ transactions }) => transactions),
    gasSeries: newest.map(({ gasUsed }) => gasUsed),
    finalitySeries: finality.slice(0, SERIES_BLOCKS).reverse(),
  };
}

function rate(
  sums: readonly { readonly block: BlockEvent; readonly transactions: number }[],
  nowMs: number,
): number {
  const oldest = sums.at(-1);
  if (oldest === undefined) return 0;
  const knownMs = Math.max(RATE_MS_MIN, nowMs - timeOf(oldest.block));
  const recent = sums.filter(({ block }) => timeOf(block) > nowMs - RATE_MS);
  const count = recent.reduce((sum, { transactions }) => sum + transactions, 0);
  return count / (Math.min(RATE_MS, knownMs) / 1000);
}

/** Only blocks of which something is to be final: others wait for whatever comes next. */
function listFinality(blocks: readonly BlockEvent[]): number[] {
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  const seen = new Set<string>();
  return [...blocks].reverse().flatMap((block) => {
    const final = byHash.get(block.last_final_block);
    if (final === undefined || seen.has(final.hash)) return [];
    seen.add(final.hash);
    return isEmptyBlock(final) ? [] : [timeOf(block) - timeOf(final)];
  });
}

function timeOf({ timestamp_nanosec }: BlockEvent): number {
  return nanosToMs(timestamp_nanosec);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function findMost<T extends { readonly block: BlockEvent }>(
  entries: readonly T[],
  measure: (entry: T) => number,
): AtBlock | null {
  const found = entries
    .map((entry) => ({ value: measure(entry), height: entry.block.height }))
    .sort((a, b) => b.value - a.value);
  return found[0] ?? null;
}

export interface FailureGroup {
  /** With the parts that differ replaced by `…`. */
  readonly reason: string;
  readonly account: string;
  readonly method: string | null;
  readonly count: number;
  /** The hash of the newest of these transactions. */
  readonly newest: string;
}

/** Why receipts failed: most frequent first. Trails are given newest first. */
export function groupFailures(trails: readonly Trail[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const { transaction, failures } of trails) {
    for (const { reason, account, method } of failures) {
      const general = generalizeReason(reason);
      const key = JSON.stringify([general, account, method]);
      const known = groups.get(key);
      const count = (known?.count ?? 0) + 1;
      const newest = known?.newest ?? transaction.hash;
      groups.set(key, { reason: general, account, method, count, newest });
    }
  }
  return [...groups.values()].sort((a, b) => b.count - a.count);
}

/** What varies from call to call: quoted texts, accounts, hashes and numbers. */
const VARYING = /"[^"]*"|'[^']*'|`[^`]*`|\b[\w-]+(?:\.[\w-]+)*\.(?:near|testnet)\b|\b\d[\d,_.]*\b/g;
const REASON_LENGTH = 200;

export function generalizeReason(reason: string): string {
  const general = reason
    .replace(/^Smart contract panicked: /, '')
    .replace(VARYING, '…')
    .replace(/\b[1-9A-HJ-NP-Za-km-z]{40,}\b/g, '…');
  return general.length > REASON_LENGTH ? `${general.slice(0, REASON_LENGTH)}…` : general;
}

export interface GasShare {
  readonly account: string;
  readonly gas: number;
}

/** The accounts whose receipts burnt most gas. */
export function findGasBurners(trails: readonly Trail[], countMax: number): GasShare[] {
  const burnt = new Map<string, number>();
  for (const { outcomes, methods } of trails) {
    for (const [id, { executor_id, gas_burnt }] of outcomes) {
      if (!methods.has(id)) continue;
      burnt.set(executor_id, (burnt.get(executor_id) ?? 0) + Number(gas_burnt));
    }
  }
  return [...burnt]
    .map(([account, gas]) => ({ account, gas }))
    .sort((a, b) => b.gas - a.gas)
    .slice(0, countMax);
}

export interface TrailCounts {
  readonly failed: number;
  readonly waiting: readonly Trail[];
}

export function countTrails(trails: readonly Trail[]): TrailCounts {
  const standings = trails.map(standingOf);
  const isFailed = (standing: string) => standing === 'failed' || standing === 'partly';
  return {
    failed: standings.filter(isFailed).length,
    waiting: trails.filter((_, at) => standings[at] === 'waiting'),
  };
}
