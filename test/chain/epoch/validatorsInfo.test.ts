// What `validators` returns around a split and an upgrade, which recorded chains do not have
// together: shards by the layout of each epoch, and validators with an old version.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/base/json/exactJson.ts';
import { parseJson } from '../../../src/base/json/plainJson.ts';
import { validatorsInfo } from '../../../src/chain/epoch/validatorsInfo.ts';
import { formatValidators } from '../../../src/rpc/methods/validators.ts';
import { deriveShardLayout } from '../../../src/types/shardSplits.ts';
import { createLayout, createStakes, select } from './epochFixtures.ts';

const BEFORE = createLayout(5, 2);

test('the next validators are listed with the shards of the next layout', () => {
  const epoch = select({ proposals: createStakes(['a', 10]), shardLayout: BEFORE });
  const nextEpoch = select({
    previous: epoch,
    shardLayout: deriveShardLayout(BEFORE, 'm', []),
    kickouts: new Map([
      ['b', { kind: 'ProtocolVersionTooOld', value: { version: 84, networkVersion: 88 } }],
    ]),
  });
  const info = validatorsInfo({
    epoch,
    nextEpoch,
    epochStartHeight: 1,
    progress: {
      kind: 'finished',
      summary: {
        prevEpochLastBlock: new Uint8Array(32),
        proposals: [],
        kickouts: [],
        work: epoch.validators.map(() => ({
          blocks: { produced: 0, expected: 0 },
          chunks: { produced: 0, expected: 0 },
          endorsements: { produced: 0, expected: 0 },
        })),
        nextNextVersion: 88,
      },
    },
  });
  const shown = parseJson(formatValidators(info)) as JsonObject;
  const shardsOf = (list: string) => (shown[list] as JsonObject[]).map(({ shards }) => shards);
  assert.deepEqual(shardsOf('current_validators'), [[2, 5]]);
  assert.deepEqual(shardsOf('next_validators'), [[2, 6, 7]]);
  assert.deepEqual(shown.prev_epoch_kickout, [
    {
      account_id: 'b',
      reason: { ProtocolVersionTooOld: { version: 84, network_version: 88 } },
    },
  ]);
});
