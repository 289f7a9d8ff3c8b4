// Which protocol version a validator votes for, as the reference decides it: the newest one that
// the program has, at once on local chains and by dated steps on the public networks. The
// environment can replace the dates, as in the reference's own tests. Follows
// core/primitives/src/upgrade_schedule.rs of the reference.

import { PerigeeError } from '../../base/errors.ts';
import { parseGenesisTime } from '../../base/time.ts';
import type { Dialect } from '../../params/dialect.ts';
import { newestVersion, stableVersions } from '../../params/protocol.ts';

interface UpgradeStep {
  /** Nanoseconds since 1970. */
  readonly timestamp: bigint;
  readonly version: number;
}

export interface UpgradeSchedule {
  /** The newest version of the program. */
  readonly newest: number;
  /** In order; none means that the newest version is due. */
  readonly steps: readonly UpgradeStep[];
}

export const UPGRADE_VARIABLE = 'NEAR_TESTS_PROTOCOL_UPGRADE_OVERRIDE';

class ScheduleError extends PerigeeError<{ readonly code: 'upgrade_schedule' }> {
  constructor(reason: string) {
    super({ code: 'upgrade_schedule' }, `${UPGRADE_VARIABLE} ${reason}`);
  }
}

/** The dates of the release; the snapshot has none. */
const PUBLIC_STEPS: Readonly<Record<string, readonly UpgradeStep[]>> = {
  mainnet: [stepAt('2026-11-04', 87), stepAt('2026-11-06', 88)],
  testnet: [stepAt('2026-09-23', 87), stepAt('2026-10-21', 88)],
};

function stepAt(day: string, version: number): UpgradeStep {
  return { timestamp: parseGenesisTime(`${day}T00:00:00Z`), version };
}

interface ScheduledChain {
  readonly chainId: string;
  readonly dialect: Dialect;
  /** Whether versions that are not released are due as well. */
  readonly nightly: boolean;
}

/** `override` is the text of the environment variable. Throws a PerigeeError if it is nonsense. */
export function createUpgradeSchedule(
  { chainId, dialect, nightly }: ScheduledChain,
  override?: string,
): UpgradeSchedule {
  const newest = newestVersion(dialect, nightly ? Number.POSITIVE_INFINITY : 0);
  if (override !== undefined) return { newest, steps: parseOverride(override, dialect, newest) };
  const hasDates = dialect === 'release' && !nightly;
  return { newest, steps: hasDates ? (PUBLIC_STEPS[chainId] ?? []) : [] };
}

function parseOverride(text: string, dialect: Dialect, newest: number): readonly UpgradeStep[] {
  const word = text.toLowerCase();
  if (word === 'now') return [];
  if (word === 'sequential') {
    const [oldest = newest] = stableVersions(dialect);
    const count = newest - oldest;
    return Array.from({ length: count }, (_, i) => ({ timestamp: 0n, version: oldest + 1 + i }));
  }
  const steps = text.split(',').map(parseStep);
  for (const [i, { timestamp, version }] of steps.entries()) {
    const before = steps[i - 1];
    if (before === undefined) continue;
    if (timestamp <= before.timestamp) throw new ScheduleError('has dates that are not in order');
    if (version === before.version + 1) continue;
    throw new ScheduleError(`goes from version ${before.version} to ${version}, not up by one`);
  }
  const last = steps.at(-1)?.version;
  if (last === newest) return steps;
  throw new ScheduleError(`ends with version ${last}, not with ${newest}, the newest one here`);
}

function parseStep(text: string): UpgradeStep {
  const [, day, time, version] =
    /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})=(\d{1,9})$/.exec(text) ?? [];
  if (day !== undefined && !Number.isNaN(Date.parse(`${day}T${time}Z`))) {
    return { timestamp: parseGenesisTime(`${day}T${time}Z`), version: Number(version) };
  }
  throw new ScheduleError(
    `must be now, sequential, or steps such as 2026-11-15 12:00:00=88 with commas between them, ` +
      `not '${text}'`,
  );
}

/** The vote of a block at a time, if the epoch after the one that it belongs to has `next`. */
export function voteBySchedule(
  { newest, steps }: UpgradeSchedule,
  next: number,
  timestamp: bigint,
): number {
  if (next >= newest || steps.length === 0) return newest;
  let vote = next;
  for (const step of steps) {
    if (timestamp < step.timestamp) break;
    vote = step.version;
    if (vote > next) break;
  }
  return vote;
}
