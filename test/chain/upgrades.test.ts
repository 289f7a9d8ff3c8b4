// A chain that starts at protocol 84 and is upgraded to the newest version, one version per epoch
// and all at once, under random transactions, with missing chunks and heights, reopened on the way.
// After each block every token is counted.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FORGIVING, voteStepByStep } from '../support/testNetwork.ts';
import { CheckedNetwork } from './checkedNetwork.ts';
import { verifyStateRoots } from './ledger.ts';
import { runWorkload } from './runWorkload.ts';

const EPOCH_LENGTH = 12;

function createNetwork(vote?: (nextVersion: number) => number): CheckedNetwork {
  return new CheckedNetwork({
    config: { epochLength: EPOCH_LENGTH, protocolVersion: 84, ...FORGIVING },
    ...(vote !== undefined && { vote }),
  });
}

/** The versions of the epochs that the network has reached, oldest first. */
function listVersions({ chain }: CheckedNetwork): number[] {
  const { stored, epochs } = chain;
  const versions: number[] = [];
  for (let hash = stored.nextHash(stored.genesis().hash); hash !== null; ) {
    const header = stored.block(hash)!.header;
    if (epochs.epochStartHeight(hash) === header.lite.height) {
      versions.push(epochs.epoch(header.lite.epochId).info.protocolVersion);
    }
    hash = stored.nextHash(hash);
  }
  return versions;
}

describe('a chain that starts at protocol 84', () => {
  it('is upgraded step by step, and loses no token', () => {
    const network = createNetwork(voteStepByStep);
    runWorkload(network, { seed: 84, until: 7 * EPOCH_LENGTH, reopenEvery: EPOCH_LENGTH - 1 });
    assert.deepEqual(listVersions(network), [84, 84, 85, 86, 87, 88, 88]);
    network.settle();
    assert.ok(network.ledger.executed > 150, `${network.ledger.executed} outcomes`);
    verifyStateRoots(network.chain);
  });

  it('is upgraded in one step if its producers vote for the newest version', () => {
    const network = createNetwork();
    runWorkload(network, { seed: 88, until: 4 * EPOCH_LENGTH });
    assert.deepEqual(listVersions(network), [84, 84, 88, 88]);
    network.settle();
    verifyStateRoots(network.chain);
  });
});
