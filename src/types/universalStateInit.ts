// The initial state of a universal account (`0u…`): code, data and full-access keys. The account's
// id is the hash of the bytes that describe it, so they travel as they were written. Only one
// encoding of a state is accepted: entries and keys sorted, each once.

import { compareBytes, equalBytes } from '../base/bytes/bytes.ts';
import { sha3_256 } from '../base/crypto/hash.ts';
import type { PublicKeyHandle } from '../base/crypto/keys.ts';
import { BorshError } from '../codec/borsh.ts';
import { decode, encode, type TypeOf } from '../codec/codec.ts';
import { sortedSet } from '../codec/map.ts';
import { option } from '../codec/primitives.ts';
import { omitEmpty, omitNull, struct } from '../codec/struct.ts';
import { union } from '../codec/union.ts';
import type { AccountId } from './accountId.ts';
import { GlobalContractIdentifier, StateData } from './globalContract.ts';
import { publicKeyHandle } from './primitives.ts';

function compareHandles(a: PublicKeyHandle, b: PublicKeyHandle): number {
  return compareBytes(encode(publicKeyHandle, a), encode(publicKeyHandle, b));
}

export const UniversalStateInit = union(
  'UniversalStateInit',
  {
    V1: struct({
      code: omitNull(option(GlobalContractIdentifier)),
      data: omitEmpty(StateData),
      accessKeys: omitEmpty(sortedSet(publicKeyHandle, compareHandles)),
    }),
  },
  { names: { V1: 'v1' } },
);
export type UniversalStateInit = TypeOf<typeof UniversalStateInit>;

/** Whether bytes are a state init: undecodable, or an encoding other than the accepted one. */
type StateInitStatus = 'ok' | 'malformed' | 'nonCanonical';

/** What fees and limits of a state init depend on. */
export interface StateInitSummary {
  readonly status: StateInitStatus;
  /** Entries and keys without repetitions; none in bytes that cannot be decoded. */
  readonly entryCount: number;
  readonly keyCount: number;
  /** Whether one of the keys is an ML-DSA-65 key. */
  readonly isPostQuantum: boolean;
}

const MALFORMED: StateInitSummary = {
  status: 'malformed',
  entryCount: 0,
  keyCount: 0,
  isPostQuantum: false,
};

/**
 * Validation and fees ask for the same bytes several times, and decoding takes long for many
 * entries. A summary ends with its bytes; decoded states are not kept, because they can take a
 * multiple of the memory.
 */
const summaries = new WeakMap<Uint8Array, StateInitSummary>();

export function summarizeStateInit(raw: Uint8Array): StateInitSummary {
  const known = summaries.get(raw);
  if (known !== undefined) return known;
  const summary = createSummary(raw);
  summaries.set(raw, summary);
  return summary;
}

function createSummary(raw: Uint8Array): StateInitSummary {
  const stateInit = decodeStateInit(raw);
  if (stateInit === null) return MALFORMED;
  const { data, accessKeys } = stateInit.value;
  const isCanonical = equalBytes(encode(UniversalStateInit, stateInit), raw);
  return {
    status: isCanonical ? 'ok' : 'nonCanonical',
    entryCount: data.length,
    keyCount: accessKeys.length,
    isPostQuantum: accessKeys.some(({ type }) => type === 'ml-dsa-65-hash'),
  };
}

/** The state that bytes describe in any encoding, or null. */
export function decodeStateInit(raw: Uint8Array): UniversalStateInit | null {
  try {
    return decode(UniversalStateInit, raw);
  } catch (error) {
    if (error instanceof BorshError) return null;
    throw error;
  }
}

/** Sizes of the smallest encodings: an entry of two lengths, a key of a tag and 32 bytes. */
const ENTRY_BYTES_MIN = 8;
const KEY_BYTES_MIN = 33;
/** What precedes the entries (version, no code, their count), and the keys (their count, too). */
const BYTES_BEFORE_ENTRIES = 6;
const BYTES_BEFORE_KEYS = 10;

/** The most entries and keys that this many bytes can describe. */
export function stateInitBounds(bytes: number): { entryCount: number; keyCount: number } {
  const atMost = (before: number, size: number) => Math.ceil(Math.max(bytes - before, 0) / size);
  return {
    entryCount: atMost(BYTES_BEFORE_ENTRIES, ENTRY_BYTES_MIN),
    keyCount: atMost(BYTES_BEFORE_KEYS, KEY_BYTES_MIN),
  };
}

/** Crockford's alphabet: no i, l, o and u. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** The id of the account whose initial state these bytes describe. */
export function universalAccountId(raw: Uint8Array): AccountId {
  let id = '0u';
  let bits = 0;
  let bitCount = 0;
  for (const byte of sha3_256(raw)) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    for (; bitCount >= 5; bitCount -= 5) id += BASE32[(bits >> (bitCount - 5)) & 31];
    bits &= (1 << bitCount) - 1;
  }
  return id + BASE32[(bits << (5 - bitCount)) & 31];
}
