// A profile as a file for speedscope: a profile of its kind for each receipt, in which a call takes
// as long as its gas. https://www.speedscope.app/file-format-schema.json is the format.

import { formatHash } from '../../../base/crypto/hash.ts';
import { totalsOf, visitProfile } from '../flatProfile.ts';
import type { TransactionProfile } from '../transactionProfile.ts';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

interface SpeedscopeEvent {
  readonly type: 'O' | 'C';
  readonly frame: number;
  readonly at: number;
}

interface SpeedscopeProfile {
  readonly type: 'evented';
  readonly name: string;
  /** Gas is none of the units that the format knows. */
  readonly unit: 'none';
  readonly startValue: 0;
  readonly endValue: number;
  readonly events: SpeedscopeEvent[];
}

export function formatSpeedscope(profile: TransactionProfile): string {
  const { frames, transactionHash } = profile;
  return JSON.stringify({
    $schema: SCHEMA,
    exporter: 'perigee',
    name: formatHash(transactionHash),
    activeProfileIndex: 0,
    shared: {
      frames: frames.map(({ name, file, line }) => ({
        name,
        ...(file !== null && { file }),
        ...(line !== null && { line }),
      })),
    },
    profiles: listProfiles(profile),
  });
}

/** A node opens, burns its own gas, and is followed by those below it. */
function listProfiles(profile: TransactionProfile): SpeedscopeProfile[] {
  const { nodes, frames } = profile;
  const totals = totalsOf(profile);
  const profiles: SpeedscopeProfile[] = [];
  let events: SpeedscopeEvent[] = [];
  let at = 0;
  visitProfile(nodes, {
    enter: (index) => {
      const { frame, gas, parent } = nodes[index]!;
      if (parent === null) {
        [events, at] = [[], 0];
        const { name } = frames[frame]!;
        const numbers = { unit: 'none', startValue: 0, endValue: totals[index]! } as const;
        profiles.push({ type: 'evented', name, ...numbers, events });
      }
      events.push({ type: 'O', frame, at });
      at += gas;
    },
    leave: (index) => events.push({ type: 'C', frame: nodes[index]!.frame, at }),
  });
  return profiles;
}
