// An upgrade that a developer stages: from now on the blocks of the chain vote for it, one version
// per epoch. The votes of an epoch decide about the version of the second epoch after it.

import { PerigeeError } from '../../base/errors.ts';
import { versionsAfter } from '../../params/protocol.ts';
import { verifyVersion } from '../../params/protocolChoice.ts';
import type { Chain } from '../chain.ts';

export interface UpgradeStep {
  readonly version: number;
  /** Where the first epoch with this version begins, if no heights are skipped. */
  readonly height: number;
}

class CannotUpgrade extends PerigeeError<{ readonly code: 'cannot_upgrade' }> {
  constructor(message: string) {
    super({ code: 'cannot_upgrade' }, message);
  }
}

/**
 * The versions on the way, in order; throws a PerigeeError for one that is unknown, lower than the
 * chain's, or not released unless `nightly` allows it.
 */
export function planUpgrade(chain: Chain, version: number, nightly: boolean): UpgradeStep[] {
  const { epochs, head } = chain;
  const { dialect } = epochs.rules;
  const current = chain.protocolAfterHead().version;
  const next = nextVersion(chain);
  verifyVersion(version, dialect, nightly || version <= next);
  if (version < next) {
    const text =
      next === current
        ? `the chain has protocol version ${current}`
        : `the chain goes on to protocol version ${next} with the next epoch`;
    throw new CannotUpgrade(`${text}, and cannot return to ${version}`);
  }
  const start = epochs.epochStartAfter(head.hash);
  const startOf = (epochsAhead: number) => start + epochsAhead * chain.genesis.epochLength;
  const decided = next === current ? [] : [{ version: next, height: startOf(1) }];
  const voted = versionsAfter(next, version, dialect);
  return [...decided, ...voted.map((step, i) => ({ version: step, height: startOf(i + 2) }))];
}

/** Of the epoch after the one of the next block. */
export function nextVersion({ epochs, head }: Chain): number {
  return epochs.epoch(epochs.nextEpochIdAfter(head.hash)).info.protocolVersion;
}
