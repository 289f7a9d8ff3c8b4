// Values for the roles of parameters: plausible ones, boundaries, and ones that are refused.

import { p256 } from '@noble/curves/nist.js';
import { concatBytes, hexToBytes, u64Le, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { sha256 } from '../../../src/base/crypto/hash.ts';
import { type KeyType, keyFromSeed, secretToPublic, sign } from '../../../src/base/crypto/keys.ts';
import { encode } from '../../../src/codec/codec.ts';
import { publicKey } from '../../../src/types/primitives.ts';
import { universalAccountId } from '../../../src/types/universalStateInit.ts';
import { readText } from '../../support/repository.ts';

const U64_MAX = 2n ** 64n - 1n;
const GGAS = 10n ** 9n;
const TGAS = 10n ** 12n;

const zeros = (length: number, byte = 0): Uint8Array => new Uint8Array(length).fill(byte);
const texts = (...items: string[]): Uint8Array[] => items.map(utf8ToBytes);
const u128 = (value: bigint): Uint8Array =>
  concatBytes(u64Le(BigInt.asUintN(64, value)), u64Le(value >> 64n));

const MESSAGE = zeros(40, 1);

function signed(type: KeyType): { key: Uint8Array; signature: Uint8Array } {
  const secret = keyFromSeed(type, 'vectors');
  return { key: secretToPublic(secret).data, signature: sign(secret, MESSAGE).data };
}

const ed25519 = signed('ed25519');
const mlDsa = signed('ml-dsa-65');
const p256Secret = sha256(utf8ToBytes('vectors'));
const p256Key = p256.getPublicKey(p256Secret, true);
const p256Signature = p256.sign(MESSAGE.subarray(0, 32), p256Secret, { prehash: false });

const typedKeys = (['ed25519', 'secp256k1', 'ml-dsa-65'] as const).map((type) =>
  encode(publicKey, secretToPublic(keyFromSeed(type, 'vectors'))),
);

type Curves = { readonly input: string; readonly fn: string }[];
type Recoveries = { readonly m: string; readonly v: number; readonly sig: string }[];
const curves = JSON.parse(readText('test/vm/data/curveVectors.json')) as {
  readonly bls12381: Curves;
  readonly altBn128: Curves;
  readonly ecrecover: Recoveries;
};

/** Inputs of the curves by the name of their function. */
export const CURVE_INPUTS: ReadonlyMap<string, readonly Uint8Array[]> = groupInputs([
  ...curves.bls12381,
  ...curves.altBn128,
]);

function groupInputs(vectors: Curves): Map<string, Uint8Array[]> {
  const inputs = new Map<string, Uint8Array[]>();
  for (const { fn, input } of vectors) {
    const known = inputs.get(fn) ?? [];
    inputs.set(fn, [...known, hexToBytes(input)]);
  }
  return inputs;
}

/** Bytes by role. */
export const ROLE_BYTES: Readonly<Record<string, readonly Uint8Array[]>> = {
  DATA: [...texts('', 'x', 'some data'), zeros(100), zeros(300, 0xff), zeros(4_500, 7)],
  TEXT: [
    ...texts('hello', '', 'zażółć "gęślą"\n\u200b\u{1f600}'),
    zeros(3, 0xff),
    zeros(9_000, 97),
  ],
  WIDETEXT: [
    zeros(0),
    zeros(6, 0x41),
    Uint8Array.of(0x3d, 0xd8),
    zeros(7, 65),
    Uint8Array.of(9, 0),
  ],
  ACCOUNT: [
    ...texts('alice.near', 'carol.near', 'alice.near', 'a', 'Bad Id', 'no..dots', ''),
    ...texts(
      '0'.repeat(64),
      `0x${'a1'.repeat(20)}`,
      `0s${'b2'.repeat(20)}`,
      universalAccountId(zeros(3)),
      'a'.repeat(65),
    ),
    zeros(4, 0xfe),
  ],
  METHOD: [...texts('call', 'a', '', 'm'.repeat(300)), zeros(2, 0xff)],
  METHODS: [...texts('', 'a', 'a,b', ',', 'a,,b', 'a,'), Uint8Array.of(0x61, 0x2c, 0xff)],
  HASH: [
    zeros(32, 5),
    sha256(MESSAGE),
    zeros(31),
    ...curves.ecrecover.map(({ m }) => hexToBytes(m)),
  ],
  KEY: [...texts('k', 'key', '', 'other'), zeros(2_048, 1), zeros(2_049, 1)],
  PAYLOAD: [...texts('', 'payload'), zeros(1_024), zeros(1_025)],
  DATAID: [sha256(u64Le(0)), zeros(32), zeros(33)],
  PUBLICKEY: [...typedKeys, zeros(5), zeros(33, 9), ...typedKeys.slice(0, 2)],
  MESSAGE: [MESSAGE, zeros(40, 2), zeros(0), MESSAGE],
  ED25519SIGNATURE: [ed25519.signature, ed25519.signature, zeros(64), zeros(64, 0xff), zeros(63)],
  ED25519KEY: [ed25519.key, ed25519.key, zeros(32), zeros(31), zeros(32, 0xff)],
  P256SIGNATURE: [p256Signature, p256Signature, zeros(64), zeros(64, 0xff), zeros(65)],
  P256KEY: [p256Key, p256Key, zeros(33, 2), zeros(32), zeros(33)],
  MLDSASIGNATURE: [mlDsa.signature, mlDsa.signature, zeros(3_309), zeros(10)],
  MLDSAKEY: [mlDsa.key, mlDsa.key, zeros(1_952), zeros(33)],
  ECDSASIGNATURE: [...curves.ecrecover.map(({ sig }) => hexToBytes(sig)), zeros(64), zeros(63)],
};

/** Bytes that are accepted, where a role has more of them than the first of `ROLE_BYTES`. */
export const SOUND_BYTES: Readonly<Record<string, readonly Uint8Array[]>> = {
  TEXT: [...texts('hello', '', 'zażółć "gęślą"\n\u200b\u{1f600}'), zeros(700, 97)],
  WIDETEXT: [zeros(0), zeros(6, 0x41), Uint8Array.of(0x3d, 0xd8, 0, 0xde), zeros(900, 1)],
  ACCOUNT: texts(
    ...['alice.near', 'bob.near', 'alice.near', 'carol.near', 'system', '0'.repeat(64)],
    ...[`0x${'a1'.repeat(20)}`, `0s${'b2'.repeat(20)}`, universalAccountId(zeros(3))],
  ),
  METHOD: [...texts('call', 'a', 'm'.repeat(300)), zeros(2, 0xff)],
  METHODS: [...texts('', 'a', 'a,b', 'call,other,third'), Uint8Array.of(0x61, 0x2c, 0xff)],
  HASH: [zeros(32, 5), sha256(MESSAGE), ...curves.ecrecover.map(({ m }) => hexToBytes(m))],
  KEY: [...texts('k', 'key', '', 'other', 'k', 'key'), zeros(2_048, 1)],
  PAYLOAD: [...texts('', 'payload'), zeros(1_024)],
  DATAID: [sha256(u64Le(0)), sha256(u64Le(1)), zeros(32)],
  PUBLICKEY: typedKeys,
  ED25519SIGNATURE: [ed25519.signature, ed25519.signature, zeros(64)],
  ED25519KEY: [ed25519.key, ed25519.key, zeros(32)],
  P256SIGNATURE: [p256Signature, p256Signature, zeros(64)],
  P256KEY: [p256Key, p256Key, zeros(33, 2)],
  MLDSASIGNATURE: [mlDsa.signature, mlDsa.signature, zeros(3_309)],
  MLDSAKEY: [mlDsa.key, mlDsa.key, zeros(1_952)],
  ECDSASIGNATURE: curves.ecrecover.map(({ sig }) => hexToBytes(sig)),
};

/** Bytes of a fixed length behind an address. */
export const ROLE_TARGETS: Readonly<Record<string, readonly Uint8Array[]>> = {
  amount: [0n, 0n, 1n, 1n, 10n ** 24n, 10n ** 30n, 2n ** 128n - 1n].map(u128),
  assembly: [concatBytes(Uint8Array.of(4, 0, 0, 0), zeros(16, 0x41)), zeros(4, 0xff)],
};

export const ROLE_NUMBERS: Readonly<Record<string, readonly bigint[]>> = {
  register: [0n, 1n, 2n, 3n, 1n, 2n, U64_MAX, 1000n],
  target: [900_000n, 900_016n, 67_108_860n, 2n ** 32n, U64_MAX],
  number: [0n, 1n, 7n, 2n ** 31n, U64_MAX],
  nonces: [0n, 1n, 5n, 65_535n, 65_536n, U64_MAX],
  gas: [0n, 1n, GGAS, TGAS, 5n * TGAS, 20n * TGAS, 10n ** 15n, U64_MAX],
  weight: [0n, 0n, 1n, 5n, U64_MAX],
  index: [0n, 1n, 2n, 3n, U64_MAX],
  action: [0n, 1n, 2n, 3n, 4n, U64_MAX],
  count: [0n, 1n, 2n, 3n, 200n, 2n ** 61n],
  recovery: [0n, 1n, 2n, 3n, 4n],
  flag: [0n, 1n, 2n],
};

/** Numbers that are accepted, where those of `ROLE_NUMBERS` are not. */
export const SOUND_NUMBERS: Readonly<Record<string, readonly bigint[]>> = {
  number: [0n, 1n, 7n],
  nonces: [0n, 1n, 5n, 65_535n],
  gas: [0n, 1n, GGAS, TGAS, TGAS],
  index: [0n],
  action: [0n],
  count: [0n, 1n, 2n, 3n, 8n],
  recovery: [0n, 1n, 2n, 3n],
  flag: [0n, 1n],
};
