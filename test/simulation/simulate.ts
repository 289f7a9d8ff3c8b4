// Runs a world with many seeds: the same in every run, or others with PERIGEE_SEEDS=fresh.
// PERIGEE_SEED=world:seed runs one of them and prints every event.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { countRounds, firstSeed } from '../support/testForm.ts';
import { runWorld, SimulationFailure, type WorldRun } from './runWorld.ts';

const { PERIGEE_SEED } = process.env;
const TWICE_SEEDS = 10;
const MS_PER_MINUTE = 60_000;

type WorldName = 'producer' | 'follower' | 'cluster' | 'disk';

interface Simulation {
  readonly name: WorldName;
  readonly run: WorldRun;
  /** The number of runs in the short form. */
  readonly short: number;
  /** For a world with only this many seeds, the same each time. */
  readonly seeds?: number;
  /** Seeds that failed once. */
  readonly known?: readonly number[];
}

export async function simulate(
  context: TestContext,
  { name, run, short, seeds, known = [] }: Simulation,
): Promise<void> {
  if (PERIGEE_SEED !== undefined) return replay(context, name, run);
  for (const seed of known) await runWorld({ name, seed, run });
  const first = seeds === undefined ? firstSeed() : 0;
  const startMs = performance.now();
  let runs = 0;
  for (const round of countRounds(context, `${name} runs`, { short, long: seeds ?? 1_000_000 })) {
    await runWorld({ name, seed: first + round, run });
    runs++;
  }
  const minutes = (performance.now() - startMs) / MS_PER_MINUTE;
  context.diagnostic(`${Math.round(runs / minutes)} runs a minute, seeds from ${first}`);
}

async function replay(context: TestContext, name: WorldName, run: WorldRun): Promise<void> {
  const [world, seed] = (PERIGEE_SEED ?? '').split(':');
  if (world !== name) return;
  const print = (line: string) => void process.stderr.write(`${line}\n`);
  const hash = await runWorld({ name, seed: Number(seed), run, print });
  context.diagnostic(`${name}:${seed} passes, with the trace ${hash}`);
}

/** The same seed gives the same run. */
export async function verifyReplay({ name, run }: Pick<Simulation, 'name' | 'run'>): Promise<void> {
  for (let seed = 0; seed < TWICE_SEEDS; seed++) {
    const first = await runWorld({ name, seed, run });
    assert.equal(await runWorld({ name, seed, run }), first, `seed ${seed}`);
  }
}

/** A fault in a world is detected soon; returns the number of runs it took. */
export async function verifyNotices(
  { name, run }: Pick<Simulation, 'name' | 'run'>,
  runsMax: number,
): Promise<number> {
  for (let seed = 0; seed < runsMax; seed++) {
    try {
      await runWorld({ name, seed, run });
    } catch (error) {
      if (error instanceof SimulationFailure) return seed + 1;
      throw error;
    }
  }
  return assert.fail(`${runsMax} runs detect nothing`);
}
