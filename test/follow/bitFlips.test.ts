// One bit of one verified field is changed, anywhere in any block: the block is refused by the
// check for that field, when it arrives or when the next one does, and never stored. Fields that
// nothing binds are listed here too: only they may change unnoticed.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { BlockRefused } from '../../src/follow/blockRefused.ts';
import type { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { LocalChain } from '../chain/localChain.ts';
import { createBusyChain } from './busyChain.ts';
import { createFollower, listMessages } from './followedChain.ts';

type Path = readonly (string | number)[];
type Leaf = Uint8Array | bigint | number | boolean | string;

/** Paths without their numbers, and the checks that may refuse a change there. */
const VERIFIED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^block\.author$/, ['producer']],
  [/^block\.header\.signature\.data$/, ['producer']],
  [/^block\.header\./, ['header hash', 'chain']],
  [/^block\.chunks\.#\.signature\.data$/, ['chunk hash', 'chunk producer', 'chunk roots']],
  [/^block\.chunks\.#\./, ['chunk hash', 'chunk roots', 'chunk mask']],
  [/^shards\.#\.shardId$/, ['shape']],
  [/^shards\.#\.chunk\.author$/, ['chunk producer']],
  [/^shards\.#\.chunk\.header\.heightIncluded$/, []],
  [/^shards\.#\.chunk\.header\./, ['chunk hash']],
  [/^shards\.#\.chunk\.transactions\.#\.transaction\.hash$/, ['shape']],
  [/^shards\.#\.chunk\.transactions\.#\.transaction\.actions\..*\.code$/, []],
  [/^shards\.#\.chunk\.transactions\.#\.transaction\.(?!priorityFee)/, ['transaction']],
  [/\.executionOutcome\.(id|blockHash)$/, ['shape']],
  [/\.outcome\.(logs|receiptIds)\.#$/, ['outcome root']],
  [/\.outcome\.(gasBurnt|tokensBurnt|executorId)$/, ['outcome root']],
  [/\.outcome\.status\.value$/, ['outcome root']],
  // Another hash means code that is unavailable, so nothing of the chunk can be encoded.
  [/^shards\.#\.chunk\.receipts\..*\.code$/, []],
  [/^shards\.#\.chunk\.receipts\.#\.(?!priority)/, ['receipt root', 'receipt']],
  [/^shards\.#\.receiptExecutionOutcomes\.#\.receipt\.receiptId$/, ['shape']],
  [/^shards\.#\.receiptExecutionOutcomes\.#\.receipt\.(?!priority)/, ['receipt']],
];

function* listLeaves(value: unknown, path: Path = []): Generator<[Path, Leaf]> {
  if (value === null || value === undefined) return;
  if (value instanceof Uint8Array || typeof value !== 'object') {
    yield [path, value as Leaf];
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    // Union tags and key types are words; no other word is one bit away.
    if (key === 'kind' || key === 'type' || key === 'hasSplitField') continue;
    yield* listLeaves(item, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

function flip(leaf: Leaf, bit: number): Leaf {
  if (leaf instanceof Uint8Array) {
    if (leaf.length === 0) return Uint8Array.of(1);
    const copy = leaf.slice();
    copy[(bit >> 3) % copy.length]! ^= 1 << (bit & 7);
    return copy;
  }
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf === 'bigint') return leaf ^ (1n << BigInt(bit % 64));
  if (typeof leaf === 'number') return leaf ^ (1 << (bit % 8));
  const at = bit % Math.max(1, leaf.length);
  const code = leaf.length === 0 ? 'a' : String.fromCharCode(leaf.charCodeAt(at) ^ 1);
  return leaf.slice(0, at) + code + leaf.slice(at + 1);
}

function replaceAt<T>(value: T, [key, ...rest]: Path, leaf: Leaf): T {
  if (key === undefined) return leaf as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, leaf);
  return copy as T;
}

const nameOf = (path: Path) => path.map((key) => (typeof key === 'number' ? '#' : key)).join('.');

let local: LocalChain;
let messages: readonly BlockMessage[];
/** By the index of the next block: the store before it, and the fields to change. */
const stages: {
  readonly index: number;
  readonly store: MemoryStore;
  readonly leaves: [Path, Leaf][];
}[] = [];

const checksFor = (path: Path) =>
  VERIFIED.find(([pattern]) => pattern.test(nameOf(path)))?.[1] ?? [];

async function prepareStage(index: number): Promise<void> {
  const store = new MemoryStore();
  const follower = createFollower(local.genesis, store);
  // The last of these is held back, so the store ends before it.
  for (const message of messages.slice(0, index + 1)) await follower.take(message);
  const leaves = [...listLeaves(messages[index])].filter(([path]) => checksFor(path).length > 0);
  assert.ok(leaves.length > 100);
  stages.push({ index, store, leaves });
}

before(async () => {
  local = createBusyChain();
  messages = [...listMessages(local.chain)];
  const busiest = messages
    .map(({ shards }, index) => ({
      index,
      weight: shards.reduce(
        (sum, { chunk, receiptExecutionOutcomes }) =>
          sum +
          receiptExecutionOutcomes.length +
          (chunk?.transactions.length ?? 0) +
          (chunk?.receipts.length ?? 0) * 2,
        0,
      ),
    }))
    .filter(({ index }) => index > 1 && index < messages.length - 2)
    .sort((a, b) => b.weight - a.weight);
  for (const { index } of busiest.slice(0, 4)) await prepareStage(index);
});

/** Null if both the changed block and the next one pass. */
async function findRefusal(
  store: MemoryStore,
  index: number,
  changed: BlockMessage,
): Promise<BlockRefused | null> {
  const follower = createFollower(local.genesis, store);
  try {
    await follower.take(changed);
    await follower.take(messages[index + 1] as BlockMessage);
    return null;
  } catch (error) {
    if (error instanceof BlockRefused) return error;
    throw error;
  }
}

describe('a changed bit', () => {
  it('is detected by the check of its field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(4096), async (stageSeed, leafSeed, bit) => {
        const { index, store, leaves } = stages[stageSeed % stages.length]!;
        const [path, leaf] = leaves[leafSeed % leaves.length]!;
        const changed = replaceAt(messages[index] as BlockMessage, path, flip(leaf, bit));
        const refusal = await findRefusal(store, index, changed);
        assert.ok(refusal !== null, `${path.join('.')} of message ${index} changed unnoticed`);
        const { check } = refusal.info;
        assert.ok(checksFor(path).includes(check), `${path.join('.')}: ${refusal.message}`);
        assert.equal(
          createFollower(local.genesis, store).nextHeight,
          messages[index]?.block.header.height,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('is detected once in every field', async () => {
    const seen = new Set<string>();
    for (const { index, store, leaves } of stages) {
      for (const [path, leaf] of leaves) {
        if (seen.has(nameOf(path))) continue;
        seen.add(nameOf(path));
        const changed = replaceAt(messages[index] as BlockMessage, path, flip(leaf, 3));
        const refusal = await findRefusal(store, index, changed);
        assert.ok(refusal !== null, `${path.join('.')} of message ${index} changed unnoticed`);
        assert.ok(
          checksFor(path).includes(refusal.info.check),
          `${path.join('.')}: ${refusal.message}`,
        );
      }
    }
    assert.ok(seen.size > 80, `${seen.size} fields`);
  });
});
