// One thing is changed anywhere in the message of a block: a value, or the length of a list. Either
// the follower refuses the block, or every response equals the one after an honest source, or the
// response is marked as unverified. The short form tries a random part of all changes, and prints
// its seed; the long form tries all, if time allows.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { formatJsonValue, type JsonValue } from '../../src/base/json/exactJson.ts';
import { parseJson } from '../../src/base/json/plainJson.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import type { EpochReader } from '../../src/chain/stored/epochReader.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { createFlatStates } from '../../src/chain/stored/flatState.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import { ViewCaller } from '../../src/execution/views/viewCaller.ts';
import { BlockRefused } from '../../src/follow/blockRefused.ts';
import { askCheckpoint } from '../../src/follow/checkpoint.ts';
import { FollowedEpochs } from '../../src/follow/epochs/followedEpochs.ts';
import { Follower } from '../../src/follow/follower.ts';
import { BlockMessage, parseBlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { openFromCheckpoint } from '../../src/follow/openFromCheckpoint.ts';
import { createRpcProducers } from '../../src/follow/sources/producerSource.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { Batch } from '../../src/store/store.ts';
import type { LocalChain } from '../chain/localChain.ts';
import { createBusyChain } from '../follow/busyChain.ts';
import { type Change, listChanges } from '../follow/changedJson.ts';
import { createChainAsk, createFollower, listMessages } from '../follow/followedChain.ts';
import { askEverything, type MarkedAnswer } from '../follow/followerRequests.ts';
import { createFakeContext } from '../rpc/support/fakeContext.ts';
import { byForm, countRounds, firstSeed } from '../support/testForm.ts';

/** Blocks that are taken after the changed one; the very last is held back. */
const LATER = 3;
const STAGES = byForm({ short: 3, long: 12 });
const LATER_STAGES = byForm({ short: 1, long: 6 });
/** In the second epoch. */
const CHECKPOINT_HEIGHT = 20;
const RUNS = 60;
/** Determines the order in which changes are tried. */
const SEED = firstSeed();

/** How a chain is followed: from its genesis, or from a checkpoint. */
interface Beginning {
  readonly computesEpochs: boolean;
  follow(store: MemoryStore): Promise<Follower>;
  readEpochs(store: MemoryStore): EpochReader;
}

interface Stage {
  readonly beginning: Beginning;
  readonly index: number;
  /** Before the changed block. */
  readonly store: MemoryStore;
  readonly document: JsonValue;
  readonly changes: readonly Change[];
  readonly answers: ReadonlyMap<string, MarkedAnswer>;
}

let local: LocalChain;
let messages: readonly BlockMessage[];
const stages: Stage[] = [];

function copyStore(store: MemoryStore): MemoryStore {
  const batch = new Batch();
  for (const column of Object.values(Column)) {
    for (const [key, value] of store.range(column)) batch.putBytes(column, key, value);
  }
  const copy = new MemoryStore();
  copy.commit(batch);
  return copy;
}

const fromGenesis: Beginning = {
  computesEpochs: true,
  follow: async (store) => createFollower(local.genesis, store),
  readEpochs: (store) => new Epochs(createEpochStore(store), local.genesis.config),
};

const fromCheckpoint: Beginning = {
  computesEpochs: false,
  follow: async (store) => {
    const { chain } = local;
    const { stored, epochs, genesis } = chain;
    const ask = createChainAsk(createFakeContext({ chain: stored, epochs, genesis }));
    const checkpoint = await askCheckpoint(ask, CHECKPOINT_HEIGHT);
    const source = createRpcProducers(ask);
    const guide = openFromCheckpoint(store, { checkpoint, source, dump: null });
    const validityPeriod = genesis.transactionValidityPeriod;
    return new Follower({ store, guide, validityPeriod, mayLackApprovals: false });
  },
  readEpochs: (store) => new FollowedEpochs(store),
};

function describeContext(store: MemoryStore, beginning: Beginning): RpcContext {
  const { config } = local.genesis;
  const viewer = new ViewCaller(store, { ...config, isFlat: true });
  const { computesEpochs } = beginning;
  return createFakeContext({
    chain: new StoredChain(store),
    epochs: beginning.readEpochs(store),
    states: createFlatStates(store),
    verification: { isRequired: false, computesEpochs },
    genesis: config,
    callFunction: async (call) => viewer.call(call),
  });
}

/** The responses about the blocks that a stage stores. */
async function answersOf(
  { beginning, store, index }: Pick<Stage, 'beginning' | 'store' | 'index'>,
  changed: BlockMessage,
): Promise<ReadonlyMap<string, MarkedAnswer>> {
  const own = copyStore(store);
  const follower = await beginning.follow(own);
  await follower.take(changed);
  const later = messages.slice(index + 1, index + 1 + LATER);
  for (const message of later) await follower.take(message);
  // Requests what is really there, whatever the changed message contained.
  return askEverything(describeContext(own, beginning), messages.slice(index, index + LATER));
}

/** By their activity. */
function listBusiest(): number[] {
  const weightOf = ({ shards }: BlockMessage) =>
    shards.reduce(
      (sum, { chunk, receiptExecutionOutcomes, stateChanges }) =>
        sum +
        receiptExecutionOutcomes.length +
        stateChanges.length +
        (chunk === null
          ? 0
          : chunk.transactions.length +
            2 * chunk.receipts.length +
            9 * chunk.instantReceipts.length),
      0,
    );
  return messages
    .map((message, index) => ({ index, weight: weightOf(message) }))
    .filter(({ index }) => index > 1 && index < messages.length - LATER)
    .sort((a, b) => b.weight - a.weight)
    .map(({ index }) => index);
}

before(async () => {
  local = createBusyChain();
  messages = [...listMessages(local.chain)];
  for (const index of listBusiest().slice(0, STAGES)) {
    stages.push(await prepareStage(fromGenesis, index));
  }
  const later = listBusiest().filter((index) => index > CHECKPOINT_HEIGHT + 1);
  for (const index of later.slice(0, LATER_STAGES)) {
    stages.push(await prepareStage(fromCheckpoint, index));
  }
});

async function prepareStage(beginning: Beginning, index: number): Promise<Stage> {
  const store = new MemoryStore();
  const follower = await beginning.follow(store);
  const { nextHeight } = follower;
  // The last of these is held back, so the store ends before it.
  for (const message of messages.slice(0, index + 1)) {
    if (message.block.header.height >= nextHeight) await follower.take(message);
  }
  const message = messages[index] as BlockMessage;
  const document = parseJson(BlockMessage.json(message));
  const changes = listChanges(document);
  const answers = await answersOf({ beginning, store, index }, message);
  return { beginning, index, store, document, changes, answers };
}

async function tryChange(stage: Stage, { path, apply }: Change): Promise<string> {
  let found: ReadonlyMap<string, MarkedAnswer>;
  try {
    const text = formatJsonValue(apply(stage.document));
    found = await answersOf(stage, parseBlockMessage(utf8ToBytes(text)));
  } catch (error) {
    // A message that cannot be read, or a block that fails a check.
    assert.ok(error instanceof PerigeeError, `${path} of message ${stage.index}: ${error}`);
    return error instanceof BlockRefused ? 'refused' : 'unreadable';
  }
  let differing = 0;
  for (const [question, { body }] of stage.answers) {
    const answer = found.get(question);
    if (answer?.body === body) continue;
    differing += 1;
    assert.ok(answer?.isMarked, `${path} of message ${stage.index}: ${question}\n${answer?.body}`);
  }
  return differing === 0 ? 'ignored' : 'marked';
}

test('a changed message is refused, or every affected response is marked', async (t) => {
  const every = stages.flatMap((stage) => stage.changes.map((change) => ({ stage, change })));
  const [order] = fc.sample(fc.shuffledSubarray(every, { minLength: every.length }), {
    numRuns: 1,
    seed: SEED,
  });
  const ends = new Map<string, number>();
  for (const round of countRounds(t, 'changed messages', { short: RUNS, long: every.length })) {
    const { stage, change } = (order as typeof every)[round] as (typeof every)[number];
    const end = await tryChange(stage, change);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  t.diagnostic(`seed ${SEED}: ${JSON.stringify(Object.fromEntries(ends))}`);
});
