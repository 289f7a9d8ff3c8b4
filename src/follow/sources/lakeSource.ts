// Blocks from files in NEAR Lake's layout. A writer may store a block before its shards, and a
// later block before an earlier one: the source waits for a missing shard, and reads a block that
// does not follow the last one again a moment later.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { BlockView } from '../../types/views/blockView.ts';
import { type BlockMessage, parseShardMessage } from '../messages/blockMessage.ts';
import { type BlockSource, BlockSourceError, type SourceSurroundings } from './blockSource.ts';
import {
  BLOCK_FILE,
  isShardFile,
  type LakeFile,
  type LakeStore,
  parseLakeBlock,
  shardFile,
} from './lakeStore.ts';
import { tryUntilDone, untilAborted } from './patience.ts';
import { ReadAhead } from './readAhead.ts';

/** Blocks that are read concurrently. */
const PARALLEL_MAX = 16;
const LISTED_MAX = 200;
const NO_NEW_BLOCKS_WAIT_MS = 700;
const UNFINISHED_WAIT_MS = 200;
/** How often an unfinished block, or one that does not fit, is read again: about a minute. */
const UNFINISHED_TRIES_MAX = 300;
const LAST_HEIGHT_TRIES = 3;

/** A block with the files of its shards. */
interface LakeBlock {
  readonly height: number;
  readonly block: BlockView;
  readonly shards: readonly LakeFile[];
}

export function createLakeSource(store: LakeStore, surroundings: SourceSurroundings): BlockSource {
  return new LakeSource(store, surroundings);
}

class LakeSource implements BlockSource {
  readonly name: string;
  readonly #store: LakeStore;
  readonly #surroundings: SourceSurroundings;

  constructor(store: LakeStore, surroundings: SourceSurroundings) {
    this.name = store.name;
    this.#store = store;
    this.#surroundings = surroundings;
  }

  blocks(fromHeight: number, signal: AbortSignal): AsyncIterable<BlockMessage> {
    return untilAborted(this.#blocks(fromHeight, signal), signal);
  }

  lastHeight(signal: AbortSignal): Promise<number | null> {
    const patience = { ...this.#surroundings, signal, triesMax: LAST_HEIGHT_TRIES };
    return tryUntilDone(patience, () => this.#store.lastHeight(signal));
  }

  close(): void {
    this.#store.close();
  }

  async *#blocks(fromHeight: number, signal: AbortSignal): AsyncGenerator<BlockMessage> {
    let nextHeight = fromHeight;
    let last: BlockMessage | null = null;
    let misfits = 0;
    for (;;) {
      const heights = await this.#heights(nextHeight, signal);
      let waitMs = heights.length === 0 ? NO_NEW_BLOCKS_WAIT_MS : 0;
      for await (const message of this.#readAhead(heights, signal)) {
        if (last !== null && !equalBytes(message.block.header.prevHash, hashOf(last))) {
          misfits++;
          if (misfits > UNFINISHED_TRIES_MAX) throw doesNotFollow(this.name, last, message);
          waitMs = UNFINISHED_WAIT_MS;
          break;
        }
        misfits = 0;
        yield message;
        last = message;
        nextHeight = message.block.header.height + 1;
      }
      if (waitMs > 0) await this.#surroundings.clock.sleep(waitMs, signal);
      signal.throwIfAborted();
    }
  }

  #heights(from: number, signal: AbortSignal): Promise<readonly number[]> {
    return tryUntilDone({ ...this.#surroundings, signal }, () =>
      this.#store.heights(from, LISTED_MAX, signal),
    );
  }

  /** Some blocks are prefetched while one is used; an iteration that stops abandons them. */
  async *#readAhead(heights: readonly number[], signal: AbortSignal): AsyncGenerator<BlockMessage> {
    const ahead = new ReadAhead<LakeBlock>(PARALLEL_MAX);
    for (const height of heights) {
      ahead.push(this.#readBlock(height, signal));
      if (!ahead.hasRoom) yield this.#parseBlock(await ahead.shift());
    }
    while (!ahead.isEmpty) yield this.#parseBlock(await ahead.shift());
  }

  /** The shards, which are large, are parsed only when the turn of the block comes. */
  async #readBlock(height: number, signal: AbortSignal): Promise<LakeBlock> {
    const content = await this.#readFile(height, BLOCK_FILE, signal);
    const block = this.#parse(height, BLOCK_FILE, () => parseLakeBlock(content));
    const names = await this.#shardFiles(block, signal);
    const contents = await Promise.all(names.map((name) => this.#readFile(height, name, signal)));
    const shards = names.map((name, i) => ({ name, content: contents[i] as Uint8Array }));
    return { height, block, shards };
  }

  #parseBlock({ height, block, shards }: LakeBlock): BlockMessage {
    const parsed = shards.map(({ name, content }) =>
      this.#parse(height, name, () => parseShardMessage(content)),
    );
    return { block, shards: parsed };
  }

  /**
   * A shard that was split off repeats the chunk header of its parent until its own first chunk, so
   * where a chunk is missing only the files say which shards there are.
   */
  async #shardFiles(
    { header: { height }, chunks }: BlockView,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const expected = chunks.map(({ shardId }) => shardFile(shardId));
    if (chunks.every(({ heightIncluded }) => heightIncluded === height)) return expected;
    for (let tries = 1; tries <= UNFINISHED_TRIES_MAX; tries++) {
      const listed = await tryUntilDone({ ...this.#surroundings, signal }, () =>
        this.#store.files(height, signal),
      );
      const found = listed.filter(isShardFile);
      const isSame = expected.every((name) => found.includes(name));
      if (found.length === chunks.length) return isSame ? expected : found;
      await this.#surroundings.clock.sleep(UNFINISHED_WAIT_MS, signal);
    }
    return expected;
  }

  /** Waits for a file that does not exist yet. */
  async #readFile(height: number, file: string, signal: AbortSignal): Promise<Uint8Array> {
    const { clock } = this.#surroundings;
    for (let tries = 1; tries <= UNFINISHED_TRIES_MAX; tries++) {
      const content = await tryUntilDone({ ...this.#surroundings, signal }, () =>
        this.#store.read(height, file, signal),
      );
      if (content !== null) return content;
      await clock.sleep(UNFINISHED_WAIT_MS, signal);
    }
    throw new BlockSourceError(
      { code: 'source_content', height },
      `${this.name} has a block ${height} without ${file}, for a long time now.`,
    );
  }

  #parse<T>(height: number, file: string, parse: () => T): T {
    try {
      return parse();
    } catch (error) {
      const reason = error instanceof PerigeeError || error instanceof Error ? error.message : '';
      const text = `${file} of block ${height} in ${this.name} cannot be read: ${reason}`;
      throw new BlockSourceError({ code: 'source_content', height }, text, { cause: error });
    }
  }
}

function hashOf({ block }: BlockMessage): Hash {
  return block.header.hash;
}

function doesNotFollow(name: string, last: BlockMessage, next: BlockMessage): BlockSourceError {
  const { height } = next.block.header;
  return new BlockSourceError(
    { code: 'source_content', height },
    `In ${name} block ${height} does not follow block ${last.block.header.height}; ` +
      'a block between them is missing, or one of them is of another chain.',
  );
}
