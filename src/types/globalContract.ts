// Global contracts: code that lives once on each shard, named by its hash or by the account that
// deployed it; and the initial state that determines a deterministic account's id.

import { base64ToBytes, bytesToBase64, bytesToHex, compareBytes } from '../base/bytes/bytes.ts';
import { keccak256 } from '../base/crypto/hash.ts';
import { documented, encode, type TypeOf } from '../codec/codec.ts';
import { type MapKey, sortedMap } from '../codec/map.ts';
import { bytes } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { union, words } from '../codec/union.ts';
import { type AccountId, accountId } from './accountId.ts';
import { hash } from './primitives.ts';

export const GlobalContractDeployMode = documented(
  words('GlobalContractDeployMode', ['CodeHash', 'AccountId']),
  'How the contract is named: by its hash, or by the account that deployed it, which can ' +
    'replace it.',
);
export type GlobalContractDeployMode = TypeOf<typeof GlobalContractDeployMode>;

export const GlobalContractIdentifier = union(
  'GlobalContractIdentifier',
  { CodeHash: hash, AccountId: accountId },
  { names: { CodeHash: 'hash', AccountId: 'account_id' } },
);
export type GlobalContractIdentifier = TypeOf<typeof GlobalContractIdentifier>;

const base64Key: MapKey<Uint8Array> = {
  codec: bytes,
  compare: compareBytes,
  format: bytesToBase64,
  parse: base64ToBytes,
};

/** Contract data by key, in key order. */
export const StateData = sortedMap(base64Key, bytes);

const DeterministicStateInitV1 = struct('DeterministicAccountStateInitV1', {
  code: GlobalContractIdentifier,
  data: StateData,
});
export const DeterministicStateInit = union('DeterministicAccountStateInit', {
  V1: DeterministicStateInitV1,
});
export type DeterministicStateInit = TypeOf<typeof DeterministicStateInit>;

/** The id of the account that starts with exactly this state. */
export function deterministicAccountId(stateInit: DeterministicStateInit): AccountId {
  const digest = keccak256(encode(DeterministicStateInit, stateInit));
  return `0s${bytesToHex(digest.subarray(12))}`;
}
