// THE table of the benchmark's sections, and running them.

import type { Bench } from './bench.ts';
import { measureBlocks } from './sections/blocks.ts';
import { measureCompute } from './sections/compute.ts';
import { measureDistinct } from './sections/distinct.ts';
import { measureGas } from './sections/gas.ts';
import { measureGrowth } from './sections/growth.ts';
import { measureMixed } from './sections/mixed.ts';
import { measureReads } from './sections/reads.ts';
import { measureReplay } from './sections/replay.ts';
import { measureStart } from './sections/start.ts';
import { measureTransactions } from './sections/transactions.ts';

const SECTIONS = {
  start: measureStart,
  reads: measureReads,
  distinct: measureDistinct,
  mixed: measureMixed,
  compute: measureCompute,
  gas: measureGas,
  transactions: measureTransactions,
  blocks: measureBlocks,
  replay: measureReplay,
  growth: measureGrowth,
} as const satisfies Record<string, (bench: Bench) => Promise<void>>;

export type SectionName = keyof typeof SECTIONS;

export const SECTION_NAMES = Object.keys(SECTIONS) as readonly SectionName[];

export async function runBenchmarks(bench: Bench, names: readonly SectionName[]): Promise<void> {
  for (const name of names) await SECTIONS[name](bench);
}
