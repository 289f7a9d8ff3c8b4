// The rules of a chain that is followed: its dialect, and the epoch configurations next to its
// genesis.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rulesOf } from '../../../src/node/follow/openFollowed.ts';
import type { FollowOptions } from '../../../src/node/options.ts';
import { recordingFolder } from '../../support/recordings.ts';

const options = (wanted: Partial<FollowOptions>) => wanted as FollowOptions;

test('the epoch configurations next to the genesis are used', () => {
  const genesis = join(recordingFolder('split'), 'genesis.json');
  const { epochConfigs } = rulesOf(options({ genesis, dialect: 'cd297313f2' }));
  assert.deepEqual(
    epochConfigs?.map(([version]) => version),
    [87],
  );
});

test('a genesis without them, and a checkpoint, have none', () => {
  const genesis = join(recordingFolder('stakes'), 'genesis.json');
  assert.deepEqual(rulesOf(options({ genesis })), { epochConfigs: null });
  assert.deepEqual(rulesOf(options({ dialect: 'release' })), { dialect: 'release' });
});
