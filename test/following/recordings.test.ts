// Every block of every recorded chain passes all checks of a follower that knows only the chain's
// genesis, and executing it there gives the same result as in the reference. The chains have
// several validators and shards, missing blocks and chunks, epochs that end, buffered and delayed
// receipts, and every kind of action; some are upgraded, and the shards of one are split.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { askCheckpoint } from '../../src/follow/checkpoint.ts';
import { Follower } from '../../src/follow/follower.ts';
import { openFromCheckpoint } from '../../src/follow/openFromCheckpoint.ts';
import { createRpcProducers } from '../../src/follow/sources/producerSource.ts';
import { openExecuted } from '../../src/node/follow/execute/openExecuted.ts';
import { Recording } from '../../src/replay/recording.ts';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { createChainAsk, createFollower, listMessages } from '../follow/followedChain.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';
import { contractsFolder, type RecordingName, recordingFolder } from '../support/recordings.ts';

/** With the number of blocks after genesis. */
const RECORDINGS: readonly (readonly [RecordingName, number])[] = [
  ['stakes', 398],
  ['edges', 359],
  ['extras', 437],
  ['flood', 91],
  ['crowd', 219],
  ['tour', 1969],
  ['steps', 6825],
  ['split', 671],
  ['nightly', 2003],
  ['kicked', 381],
];

/** In the second epoch of `stakes`. */
const FIRST_HEIGHT = 50;

/** Was moved forward by its node alone: two of its blocks have no approvals. */
const FORWARDED = 'tour';

for (const [name, blocks] of RECORDINGS) {
  test(`${name}: ${blocks} blocks pass, and are executed with the same results`, async () => {
    const recording = new Recording(recordingFolder(name));
    const code = contractsFolder();
    const { chain } = await replayRecording({ recording, store: new MemoryStore(), code });
    const mayLackApprovals = name === FORWARDED;
    const { genesis, rules } = recording;
    const settings = { mayLackApprovals, rules };
    const follower = createFollower(genesis, new MemoryStore(), settings);
    const executing = openExecuted({ store: new MemoryStore(), genesis, code, ...settings });
    let taken = 0;
    for (const message of listMessages(chain)) {
      await follower.take(message);
      await executing.take(message);
      taken += 1;
    }
    assert.equal(taken, blocks);
    for (const { chain: followed } of [follower, executing]) {
      const { hash } = followed.head();
      assert.equal(formatHash(hash), formatHash(chain.head.block.header.prevHash));
    }
  });
}

/** Validators come and go in `stakes`, so there are also approvals from the next epoch. */
test('stakes: all blocks after a checkpoint pass', async () => {
  const recording = new Recording(recordingFolder('stakes'));
  const { chain } = await replayRecording({ recording, store: new MemoryStore() });
  const ask = createChainAsk(
    createFakeContext({
      chain: chain.stored,
      epochs: chain.epochs,
      genesis: chain.genesis,
    }),
  );
  const store = new MemoryStore();
  const checkpoint = await askCheckpoint(ask, FIRST_HEIGHT);
  const source = createRpcProducers(ask);
  const guide = openFromCheckpoint(store, { checkpoint, source, dump: null });
  const validityPeriod = checkpoint.genesisConfig.transactionValidityPeriod;
  const follower = new Follower({ store, guide, validityPeriod, mayLackApprovals: false });
  let withNext = 0;
  for (const message of listMessages(chain)) {
    const { header } = message.block;
    if (header.height <= FIRST_HEIGHT) continue;
    await follower.take(message);
    const producers = guide.blockProducers(header.epochId);
    if (header.approvals.length > (producers?.length ?? 0)) withNext += 1;
  }
  assert.ok(withNext > 0, `${withNext} blocks with approvals of the next epoch`);
  const { hash } = follower.chain.head();
  assert.equal(formatHash(hash), formatHash(chain.head.block.header.prevHash));
});
