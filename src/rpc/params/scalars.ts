// The scalar parameters of methods, with the description that the reference page shows.

import type { PublicKey, PublicKeyHandle } from '../../base/crypto/keys.ts';
import { invalidType, JsonError } from '../../codec/codec.ts';
import { bool, bytes, string, u64 } from '../../codec/primitives.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, publicKey, publicKeyHandle } from '../../types/primitives.ts';
import { type Parser, scalar } from './params.ts';

export const hashText: Parser<Uint8Array> = scalar(hash, {
  type: 'string',
  format: 'hash',
  description: 'Base58 of 32 bytes.',
});

export const accountIdText: Parser<string> = scalar(accountId, {
  type: 'string',
  format: 'account id',
});

export const publicKeyText: Parser<PublicKey> = scalar(publicKey, {
  type: 'string',
  format: 'public key',
  description: 'Such as `ed25519:...`; without a prefix it is an ed25519 key.',
});

export const publicKeyHandleText: Parser<PublicKeyHandle> = scalar(publicKeyHandle, {
  type: 'string',
  format: 'public key',
  description: 'A key as lists show it: long keys by their hash.',
});

export const base64: Parser<Uint8Array> = scalar(bytes, { type: 'string', format: 'base64' });

export const text: Parser<string> = scalar(string, { type: 'string' });

export const flag: Parser<boolean> = scalar(bool, { type: 'boolean' });

/** Any u64, exactly. */
export const integer: Parser<bigint> = scalar(u64, {
  type: 'integer',
  format: 'uint64',
  minimum: 0,
});

const U32_MAX = 0xffff_ffff;

export const positiveInteger: Parser<number> = {
  parse: (json) => {
    const isInteger = typeof json === 'bigint' || Number.isInteger(json);
    if (!isInteger) throw invalidType(json, 'a nonzero u32');
    const value = Number(json);
    if (value >= 1 && value <= U32_MAX) return value;
    throw new JsonError(`invalid value: integer \`${json}\`, expected a nonzero u32`);
  },
  schema: { type: 'integer', format: 'uint32', minimum: 1 },
};

export function boundedInteger(min: number, max: number): Parser<number> {
  const name = `an integer from ${min} to ${max}`;
  return {
    parse: (json) => {
      const isInteger = typeof json === 'bigint' || Number.isInteger(json);
      if (!isInteger) throw invalidType(json, name);
      const value = Number(json);
      if (value >= min && value <= max) return value;
      throw new JsonError(`invalid value: integer \`${json}\`, expected ${name}`);
    },
    schema: { type: 'integer', minimum: min, maximum: max },
  };
}
