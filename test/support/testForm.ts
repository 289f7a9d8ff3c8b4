// Whether tests run in their short form, as in `npm run test:slow`, or in their long form, as in
// `npm run test:long`, and how far a long form gets in the time of the whole run. Only this file
// reads the environment and the clock for it.

import type { TestContext } from 'node:test';

const { PERIGEE_TEST_FORM, PERIGEE_TEST_START_MS, PERIGEE_TEST_MINUTES, PERIGEE_SEEDS } =
  process.env;
const IS_LONG = PERIGEE_TEST_FORM === 'long';
/** When the run started and how long it may take; without them there is no limit. */
const RUN_START_MS = Number(PERIGEE_TEST_START_MS ?? Date.now());
const RUN_MS = Number(PERIGEE_TEST_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000;

/**
 * The share of the run's time that the rounds of a test may take, if the full count takes that
 * long. The runner takes the files by name, two at a time, so shares that add up to 1.5 (there are
 * five fuzz tests) leave a quarter of the time to the soak, which comes last.
 */
const SHARES = {
  'flipped bits': 0.05,
  'full disks': 0.1,
  'power cuts': 0.18,
  kills: 0.25,
  'rounds of fuzzing': 0.06,
  'changed messages': 0.1,
  'producer runs': 0.08,
  'follower runs': 0.06,
  'cluster runs': 0.06,
  'disk runs': 0.04,
  'rounds of bytes': 0.03,
  'rounds of patches': 0.03,
  'rounds of contracts': 0.02,
  'hundreds of waits': 0.05,
  'invalid transactions': 0.04,
  'rounds of envelopes': 0.04,
  'rounds of params': 0.05,
  'long texts': 0.06,
  'windows of the soak': 1,
  'windows of the archive': 0.2,
} as const;
/** After this part of the run's time no further round starts. */
const LAST_ROUND = 0.94;

interface Extent {
  readonly short: number;
  readonly long: number;
  /** This many are done even if there is no time left; usually those of the short form. */
  readonly fewest?: number;
}

/** A number for each form. */
export function byForm<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return IS_LONG ? long : short;
}

/**
 * Counts rounds from 0 up to those of the form, or as far as the time of the run allows, and prints
 * how far that was. A lack of time is not a failure.
 */
export function* countRounds(
  context: TestContext,
  name: keyof typeof SHARES,
  { short, long, fewest = short }: Extent,
): Generator<number, void, void> {
  const full = byForm({ short, long });
  const startMs = Date.now();
  const stopMs = Math.min(startMs + RUN_MS * SHARES[name], RUN_START_MS + RUN_MS * LAST_ROUND);
  let begun = 0;
  try {
    while (begun < full && (!IS_LONG || begun < fewest || Date.now() < stopMs)) yield begun++;
  } finally {
    const seconds = Math.round((Date.now() - startMs) / 1_000);
    context.diagnostic(`${begun} of ${full} ${name} in ${seconds} s`);
  }
}

const SEED_MAX = 2 ** 31;

/**
 * Where the seeds of random tests begin: the same place in every run, so that a change alone
 * decides whether tests pass. PERIGEE_SEEDS=fresh looks for new failures instead.
 */
export function firstSeed(): number {
  return PERIGEE_SEEDS === 'fresh' ? Math.floor(Math.random() * SEED_MAX) : 1;
}
