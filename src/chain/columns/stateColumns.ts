// States as tries, what blocks changed in them, and which accounts a public key belongs to.

import { type Hash, sha256 } from '../../base/crypto/hash.ts';
import { keyAccountKey } from '../../state/keyAccountKey.ts';
import { defineColumn, encoded, NOTHING, RAW } from '../../store/column.ts';
import { stateChangeKey, trieKeyOf } from '../../store/storeKeys.ts';
import { StateChanges } from '../../types/stateChange.ts';
import { bytesKeyShape, firstHash, hashKey, wholeKey } from './columnParts.ts';

export const stateNode = defineColumn({
  name: 'stateNode',
  number: 13,
  key: hashKey('hash'),
  value: RAW,
  about: 'trie node or value, for all shards and heights',
  cluster: { partition: wholeKey, isSelfNamed: true },
  pruning: 'swept',
  // Other states may share it.
  isReverted: false,
  identity: { of: sha256 },
  required: 'none',
  // Found by comparing tries (src/cluster/newStateNodes.ts).
  ofBlock: null,
  isSameFollowed: false,
});

export const stateChanges = defineColumn({
  name: 'stateChanges',
  number: 14,
  key: {
    text: 'block hash, trie key, shard',
    blockHash: 'prefix',
    encode: ([blockHash, trieKey, shardId]: readonly [Hash, Uint8Array, number]) =>
      stateChangeKey(blockHash, trieKey, shardId),
  },
  value: encoded(StateChanges),
  about: 'changes with causes',
  cluster: { partition: firstHash, isReadWhole: true, isSelfNamed: true },
  pruning: 'with block',
  isReverted: true,
  identity: null,
  required: 'none',
  ofBlock: 'all with its hash',
  isSameFollowed: true,
});

export const keyAccount = defineColumn({
  name: 'keyAccount',
  number: 27,
  key: bytesKeyShape('public key, account'),
  value: NOTHING,
  about: 'nothing: the account was given the key, and may still have it',
  // An ed25519 key with its type; longer keys share a partition with few others.
  cluster: { partition: () => 33, isGrowing: true, isSelfNamed: false },
  // It says only that the account once had the key, which stays true.
  pruning: 'kept',
  isReverted: false,
  identity: null,
  required: 'none',
  ofBlock: {
    list: (context) =>
      context
        .keys(stateChanges)
        .map((key) => keyAccountKey(trieKeyOf(key)))
        .filter((key) => key !== null),
  },
  isSameFollowed: false,
  since: 2,
});
