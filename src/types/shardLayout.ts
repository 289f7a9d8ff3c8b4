// Shard layouts: which shards exist, in which order, and which accounts each one holds. Shards have
// an index (their place in every list of a block) and an id (a name, neither dense nor sorted).

import { assert } from '../base/assert.ts';
import { equalBytes, readU64Le, utf8ToBytes } from '../base/bytes/bytes.ts';
import { compareUtf8 } from '../base/bytes/utf8Order.ts';
import { sha256 } from '../base/crypto/hash.ts';
import { type Codec, encode, JsonError, type TypeOf } from '../codec/codec.ts';
import { type Entries, type MapKey, sortedMap } from '../codec/map.ts';
import { option, u32, u64Number, vec } from '../codec/primitives.ts';
import { defaulted, struct } from '../codec/struct.ts';
import { union } from '../codec/union.ts';
import { type AccountId, accountId } from './accountId.ts';
import { shardId } from './primitives.ts';
import { ancestorsOf, checkParentMap } from './shardLineage.ts';

/** Map keys are printed as text, so `10` sorts before `2` in JSON and after it in bytes. */
const numberKey: MapKey<number> = {
  codec: u64Number,
  compare: (a, b) => a - b,
  format: String,
  parse: (text) => {
    const key = Number(text);
    if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(key)) {
      throw new JsonError(`invalid value: string ${JSON.stringify(text)}, expected u64`);
    }
    return key;
  },
};

const ShardLayoutV0 = struct('ShardLayoutV0', { numShards: u64Number, version: u32 });
const ShardLayoutV1 = struct('ShardLayoutV1', {
  boundaryAccounts: vec(accountId),
  shardsSplitMap: option(vec(vec(shardId))),
  toParentShardMap: option(vec(shardId)),
  version: u32,
});
const shardsMap = sortedMap(numberKey, vec(shardId));

/** The split map lists every shard of the previous layout; an unsplit one is its only child. */
const UncheckedV2 = struct('ShardLayoutV2', {
  boundaryAccounts: vec(accountId),
  shardIds: vec(shardId),
  idToIndexMap: sortedMap(numberKey, u64Number),
  indexToIdMap: sortedMap(numberKey, shardId),
  shardsSplitMap: defaulted(option(shardsMap), null),
  shardsParentMap: defaulted(option(sortedMap(numberKey, shardId)), null),
  version: u32,
});
const ShardLayoutV2: Codec<TypeOf<typeof UncheckedV2>> = {
  ...UncheckedV2,
  parse: (json) => {
    const layout = UncheckedV2.parse(json);
    checkParentMap(layout);
    return layout;
  },
};

const printedV3 = {
  boundaryAccounts: vec(accountId),
  shardIds: vec(shardId),
  idToIndexMap: sortedMap(numberKey, u64Number),
  shardsSplitMap: shardsMap,
  lastSplit: shardId,
} as const;
const PrintedV3 = struct('ShardLayoutV3', printedV3);
const CompleteV3 = struct({ ...printedV3, shardsAncestorMap: shardsMap });
/**
 * The split map has every split of the past, and only splits. The ancestors of each current shard,
 * nearest first, are part of the bytes; JSON leaves them out, because they follow from the splits.
 */
const ShardLayoutV3: Codec<TypeOf<typeof CompleteV3>> = {
  ...CompleteV3,
  json: PrintedV3.json,
  parse: (json) => {
    const layout = PrintedV3.parse(json);
    return { ...layout, shardsAncestorMap: ancestorsOf(layout) };
  },
  schema: PrintedV3.schema,
};

export const ShardLayout = union('ShardLayout', {
  V0: ShardLayoutV0,
  V1: ShardLayoutV1,
  V2: ShardLayoutV2,
  V3: ShardLayoutV3,
});
export type ShardLayout = TypeOf<typeof ShardLayout>;

/** Layouts of different versions are different, even with the same shards and boundaries. */
export function sameLayout(a: ShardLayout, b: ShardLayout): boolean {
  return a === b || equalBytes(encode(ShardLayout, a), encode(ShardLayout, b));
}

export function boundaryAccounts(layout: ShardLayout): readonly AccountId[] {
  return layout.kind === 'V0' ? [] : layout.value.boundaryAccounts;
}

/** All shard ids in index order. */
export function shardIds(layout: ShardLayout): readonly number[] {
  switch (layout.kind) {
    case 'V0':
      return Array.from({ length: layout.value.numShards }, (_, i) => i);
    case 'V1':
      return Array.from({ length: layout.value.boundaryAccounts.length + 1 }, (_, i) => i);
    default:
      return layout.value.shardIds;
  }
}

/** The place of a shard in every list of a block; -1 for a shard that does not exist. */
export function shardIndex(layout: ShardLayout, id: number): number {
  return shardIds(layout).indexOf(id);
}

/** The index of the shard that holds an account: the number of boundaries at or before it. */
export function shardIndexOfAccount(layout: ShardLayout, account: AccountId): number {
  if (layout.kind === 'V0') {
    const digest = sha256(utf8ToBytes(account));
    return Number(readU64Le(digest, 0) % BigInt(layout.value.numShards));
  }
  const boundaries = boundaryAccounts(layout);
  let index = 0;
  // Ids are ASCII, so comparing them as text is comparing their bytes.
  while (index < boundaries.length && (boundaries[index] as string) <= account) index++;
  return index;
}

export function shardIdOfAccount(layout: ShardLayout, account: AccountId): number {
  const id = shardIds(layout)[shardIndexOfAccount(layout, account)];
  assert(id !== undefined, 'an account is always on some shard');
  return id;
}

/** A layout with these boundaries; `ids` names the shards in index order. */
export function createShardLayout(
  boundaries: readonly AccountId[],
  ids: readonly number[],
): ShardLayout {
  assert(ids.length === boundaries.length + 1, 'one shard more than boundaries');
  assert(
    boundaries.every((b, i) => i === 0 || compareUtf8(boundaries[i - 1] as string, b) < 0),
    'boundary accounts ascend',
  );
  return {
    kind: 'V2',
    value: {
      boundaryAccounts: boundaries,
      shardIds: ids,
      idToIndexMap: indexById(ids),
      indexToIdMap: ids.map((id, index) => [index, id] as const),
      shardsSplitMap: null,
      shardsParentMap: null,
      version: 0,
    },
  };
}

/** The index of each id, in the order of the ids. */
export function indexById(ids: readonly number[]): Entries<number, number> {
  return ids.map((id, index) => [id, index] as const).sort(([a], [b]) => a - b);
}
