// How much of its work a validator did in an epoch: blocks, chunks and endorsements, and their
// average as an exact fraction.

import type { TypeOf } from '../../codec/codec.ts';
import { u64Number } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import type { Fraction } from './fraction.ts';

/** How often a validator was asked to produce something and how often it did. */
export const Production = struct({ produced: u64Number, expected: u64Number });
export type Production = TypeOf<typeof Production>;

export const NO_PRODUCTION: Production = { produced: 0, expected: 0 };

export const ValidatorWork = struct({
  blocks: Production,
  chunks: Production,
  endorsements: Production,
});
export type ValidatorWork = TypeOf<typeof ValidatorWork>;

export function isBelowPercent({ produced, expected }: Production, percent: number): boolean {
  return produced * 100 < percent * expected;
}

/** The mean over the kinds of work that were asked for; zero if none was. */
export function averageUptime(work: ValidatorWork): Fraction {
  const asked = [work.blocks, work.chunks, work.endorsements].filter((kind) => kind.expected > 0);
  let numerator = 0n;
  let denominator = 1n;
  for (const { produced, expected } of asked) {
    numerator = numerator * BigInt(expected) + BigInt(produced) * denominator;
    denominator *= BigInt(expected);
  }
  return { numerator, denominator: denominator * BigInt(Math.max(asked.length, 1)) };
}

/** Rewards only ask whether enough endorsements came: all of them count as given, or none. */
export function roundEndorsements(work: ValidatorWork, cutoffPercent: number): ValidatorWork {
  const { endorsements } = work;
  if (endorsements.expected === 0) return work;
  const produced = isBelowPercent(endorsements, cutoffPercent) ? 0 : 1;
  return { ...work, endorsements: { produced, expected: 1 } };
}
