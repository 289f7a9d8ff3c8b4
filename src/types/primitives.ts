// The protocol's scalars as codecs: hashes, keys, signatures, amounts. Names say what a number
// means; the comment at each alias says why its representation is wide enough.

import { encodeBase58At, quoteBase58 } from '../base/bytes/base58.ts';
import { type Hash, parseHash } from '../base/crypto/hash.ts';
import {
  formatPublicKey,
  formatPublicKeyHandle,
  formatSignature,
  isWellFormedSignature,
  type KeyType,
  PUBLIC_KEY_LENGTHS,
  type PublicKey,
  type PublicKeyHandle,
  parsePublicKey,
  parsePublicKeyHandle,
  parseSignature,
  SIGNATURE_LENGTHS,
  type Signature,
} from '../base/crypto/keys.ts';
import { PerigeeError } from '../base/errors.ts';
import { BorshError, type BorshReader } from '../codec/borsh.ts';
import { type Codec, described, invalidType, JsonError, named } from '../codec/codec.ts';
import { bytes, string, u64, u64Number, u128 } from '../codec/primitives.ts';
import { knownText, withScan } from '../codec/scan.ts';
import type { Describe, Schema } from '../codec/schema.ts';
import { withShow } from '../codec/show.ts';

/** YoctoNEAR; a user may name any u128. */
export const balance: Codec<bigint> = named(
  'NearToken',
  described(u128, 'An amount of tokens in yoctoNEAR.'),
);
/** Gas attached by a user may be any u64. */
export const gas: Codec<bigint> = named('NearGas', described(u64, 'An amount of gas.'));
/** Set by users, checked against a bound that grows with the height. */
export const nonce = u64;
/** Block heights grow by at most a few a second: 2^53 is out of reach. */
export const height = u64Number;
/** Shard ids are small by construction, though neither dense nor sorted. */
export const shardId: Codec<number> = named(
  'ShardId',
  described(
    u64Number,
    'The id of a shard. Ids need not lie below the number of shards, nor be sequential or ' +
      'contiguous.',
  ),
);
/** In params a shard id may be any u64; one above 2^53 never exists. */
export const anyShardId: Codec<bigint> = { ...u64, schema: shardId.schema };
/** Nanoseconds since 1970 passed 2^53 long ago. */
export const timestamp = u64;
/** A time as RFC 3339 text. */
export const dateTime: Codec<string> = {
  ...string,
  schema: () => ({ type: 'string', format: 'date-time' }),
};

const BASE58 = '[1-9A-HJ-NP-Za-km-z]+';

function describeText(name: string, schema: Schema): Describe {
  return (scope) => scope.ref(name, () => ({ type: 'string', ...schema }));
}

/** Turns the typed errors of a text parser into the errors of JSON input. */
function parseText<T>(json: unknown, expected: string, parse: (text: string) => T): T {
  if (typeof json !== 'string') throw invalidType(json, expected);
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof PerigeeError) throw new JsonError(error.message);
    throw error;
  }
}

export const hash: Codec<Hash> = knownText({
  write: (writer, value) => writer.fixed(value),
  read: (reader) => reader.fixed(32),
  json: (value) => quoteBase58(value),
  parse: (json) => parseText(json, 'base58-encoded 256-bit hash', parseHash),
  schema: describeText('CryptoHash', {
    pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
    description: 'A hash: base58 of 32 bytes.',
  }),
});

export const epochId: Codec<Hash> = named('EpochId', hash);

withShow(hash, (reader) => quoteBase58(reader.input, reader.pass(32)));

/** Bytes that have a name of their own. */
export const functionArgs = namedBytes('FunctionArgs', 'The arguments of a call, base64-encoded.');
export const storeKey = namedBytes('StoreKey', "A key of a contract's storage, base64-encoded.");
export const storeValue = namedBytes(
  'StoreValue',
  "A value of a contract's storage, base64-encoded.",
);

function namedBytes(name: string, description: string): Codec<Uint8Array> {
  return named(name, described(bytes, description));
}

const KEY_TYPES: readonly KeyType[] = ['ed25519', 'secp256k1', 'ml-dsa-65'];

const HANDLE_FOR_KEY =
  'borsh tag 3 is reserved for PublicKeyHandle (ML-DSA-65 hash); not a valid PublicKey';
const KEY_FOR_HANDLE =
  'borsh tag 2 is reserved for PublicKey (full ML-DSA-65 key); not a valid PublicKeyHandle';

const unknownTag = (tag: number) => `unknown KeyTag: ${tag}`;

/** Long signatures are read at once, and have a different message when truncated. */
function readKeyData(reader: BorshReader, type: KeyType, length: number): Uint8Array {
  return type === 'ml-dsa-65'
    ? reader.fixed(length, 'failed to fill whole buffer')
    : reader.fixed(length);
}

export const publicKey: Codec<PublicKey> = knownText({
  write: (writer, { type, data }) => {
    writer.u8(KEY_TYPES.indexOf(type));
    writer.fixed(data);
  },
  read: (reader) => {
    const tag = reader.u8();
    const type = KEY_TYPES[tag];
    if (type === undefined) throw new BorshError(tag === 3 ? HANDLE_FOR_KEY : unknownTag(tag));
    return { type, data: readKeyData(reader, type, PUBLIC_KEY_LENGTHS[type]) };
  },
  json: (value) => `"${formatPublicKey(value)}"`,
  parse: (json) => parseText(json, 'a string', parsePublicKey),
  schema: describeText('PublicKey', {
    pattern: `^(?:(?:ed25519|secp256k1|ml-dsa-65):)?${BASE58}$`,
    description: 'A public key, such as `ed25519:...`; without a prefix it is an ed25519 key.',
  }),
});

/** Nearly all keys and signatures are of the first type. */
const isEd25519 = (reader: BorshReader) => reader.peek(0) === 0;

withShow(publicKey, (reader) => {
  if (!isEd25519(reader)) return publicKey.json(publicKey.read(reader));
  return `"ed25519:${encodeBase58At(reader.input, reader.pass(33) + 1, 32)}"`;
});

export const signature: Codec<Signature> = withScan(
  {
    write: (writer, { type, data }) => {
      writer.u8(KEY_TYPES.indexOf(type));
      writer.fixed(data);
    },
    read: (reader) => {
      const tag = reader.u8();
      const type = KEY_TYPES[tag];
      if (type === undefined) throw new BorshError(`unknown key type '${tag}'`);
      const value = { type, data: readKeyData(reader, type, SIGNATURE_LENGTHS[type]) };
      if (!isWellFormedSignature(value)) throw new BorshError('signature error');
      return value;
    },
    json: (value) => `"${formatSignature(value)}"`,
    parse: (json) => parseText(json, 'a string', parseSignature),
    schema: describeText('Signature', {
      pattern: `^(?:(?:ed25519|secp256k1|ml-dsa-65):)?${BASE58}$`,
      description:
        'A signature, such as `ed25519:...`; without a prefix it is an ed25519 signature.',
    }),
  },
  (scanner) => parseSignature(scanner.text()),
);

withShow(signature, (reader) => {
  if (!isEd25519(reader)) return signature.json(signature.read(reader));
  return `"ed25519:${encodeBase58At(reader.input, reader.pass(65) + 1, 64)}"`;
});

/** The stored form of a key has its own tag for hashed keys; the tag between is not a handle's. */
const HANDLE_TAGS: Readonly<Record<PublicKeyHandle['type'], number>> = {
  ed25519: 0,
  secp256k1: 1,
  'ml-dsa-65-hash': 3,
};
const HANDLE_LENGTHS: Readonly<Record<PublicKeyHandle['type'], number>> = {
  ed25519: 32,
  secp256k1: 64,
  'ml-dsa-65-hash': 32,
};

/** A public key as stored in the state: long keys by their hash. */
export const publicKeyHandle: Codec<PublicKeyHandle> = knownText({
  write: (writer, { type, data }) => {
    writer.u8(HANDLE_TAGS[type]);
    writer.fixed(data);
  },
  read: (reader) => {
    const tag = reader.u8();
    const types = Object.keys(HANDLE_TAGS) as PublicKeyHandle['type'][];
    const type = types.find((candidate) => HANDLE_TAGS[candidate] === tag);
    if (type === undefined) throw new BorshError(tag === 2 ? KEY_FOR_HANDLE : unknownTag(tag));
    return { type, data: reader.fixed(HANDLE_LENGTHS[type]) };
  },
  json: (value) => `"${formatPublicKeyHandle(value)}"`,
  parse: (json) => parseText(json, 'a string', parsePublicKeyHandle),
  schema: describeText('PublicKeyHandle', {
    pattern: `^(?:(?:ed25519|secp256k1|ml-dsa-65-hash):)?${BASE58}$`,
    description: 'A public key as the state stores it: long keys by their hash.',
  }),
});
