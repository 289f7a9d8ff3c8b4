// Fuzzes a follower's input: the message of a block, changed as text and as a tree. It is refused
// with a typed error or leads to the same block; either way the follower continues with the honest
// message afterwards.

import assert from 'node:assert/strict';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import {
  BlockMessage,
  parseBlockMessage,
  parseShardMessage,
} from '../../src/follow/messages/blockMessage.ts';
import { parseLakeBlock } from '../../src/follow/sources/lakeStore.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { Batch } from '../../src/store/store.ts';
import type { LocalChain } from '../chain/localChain.ts';
import { createBusyChain } from '../follow/busyChain.ts';
import { createFollower, listMessages } from '../follow/followedChain.ts';
import { mutateJson } from './support/mutateJson.ts';
import { testFuzzer } from './support/runFuzzer.ts';

testFuzzer(
  'messages of blocks',
  async () => {
    const local = createBusyChain();
    const messages = [...listMessages(local.chain)];
    const index = findBusiest(messages);
    const text = BlockMessage.json(messages[index] as BlockMessage);
    const stage = new Stage(local, messages, index);
    await stage.prepare();
    return {
      name: 'follow',
      watched: /\/src\/(follow|types\/views)\//,
      seeds: [utf8ToBytes(text)],
      generate: (random) => utf8ToBytes(mutateJson(text, random)),
      run: (input) => stage.check(input),
    };
  },
  100,
);

function findBusiest(messages: readonly BlockMessage[]): number {
  // The previous block must be stored, and another one must follow.
  const weights = messages.slice(1, -2).map((message) => BlockMessage.json(message).length);
  return 1 + weights.indexOf(Math.max(...weights));
}

/** A follower that has reached some block. */
class Stage {
  readonly #local: LocalChain;
  readonly #messages: readonly BlockMessage[];
  readonly #index: number;
  readonly #store = new MemoryStore();

  constructor(local: LocalChain, messages: readonly BlockMessage[], index: number) {
    this.#local = local;
    this.#messages = messages;
    this.#index = index;
  }

  async prepare(): Promise<void> {
    const follower = createFollower(this.#local.genesis, this.#store);
    // The last one is held back, so the store ends before it.
    for (const message of this.#messages.slice(0, this.#index + 1)) await follower.take(message);
  }

  async check(input: Uint8Array): Promise<void> {
    tryTo(() => parseLakeBlock(input));
    tryTo(() => parseShardMessage(input));
    const changed = tryTo(() => parseBlockMessage(input));
    const store = this.#copyStore();
    const follower = createFollower(this.#local.genesis, store);
    const isTaken = changed !== null && (await isAccepted(() => follower.take(changed)));
    const honest = this.#messages.slice(this.#index, this.#index + 2);
    const rest = isTaken ? honest.slice(1) : honest;
    // A lie that only the next block uncovers makes the follower refuse that block.
    for (const message of rest) if (!(await isAccepted(() => follower.take(message)))) return;
    const { hash, height } = honest[0]!.block.header;
    assert.deepEqual(follower.chain.hashAt(height), hash, 'another block was stored');
  }

  #copyStore(): MemoryStore {
    const copy = new MemoryStore();
    const batch = new Batch();
    for (const column of Object.values(Column)) {
      for (const [key, value] of this.#store.range(column)) batch.putBytes(column, key, value);
    }
    copy.commit(batch);
    return copy;
  }
}

/** Null for an expected failure. */
function tryTo<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}

async function isAccepted(take: () => Promise<void>): Promise<boolean> {
  try {
    await take();
    return true;
  } catch (error) {
    if (error instanceof PerigeeError) return false;
    throw error;
  }
}
