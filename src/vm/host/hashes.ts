// Hash functions for contracts. Keccak is the original function, of which SHA-3 is a variant.

import {
  keccak256,
  keccak512,
  ripemd160,
  sha3_256,
  sha3_384,
  sha3_512,
  sha256,
} from '../../base/crypto/hash.ts';
import { ext } from '../gasCounter.ts';
import {
  type HostFunction,
  type HostFunctions,
  hostFunction,
  i64,
  onlyWith,
} from './hostFunction.ts';

const RIPEMD160_BLOCK_BYTES = 64;
/** RIPEMD-160 appends the length of the message to it. */
const RIPEMD160_LENGTH_BYTES = 8;

type BytewiseHash = {
  readonly base: number;
  readonly byte: number;
  readonly hash: (bytes: Uint8Array) => Uint8Array;
};

function bytewiseHash({ base, byte, hash }: BytewiseHash): HostFunction {
  return hostFunction([i64, i64, i64], [], (host, length, ptr, registerId) => {
    host.gas.pay(base);
    const value = host.readBytes(length, ptr);
    host.gas.payPer(byte, value.length);
    host.registers.write(registerId, hash(value));
  });
}

export const hashFunctions: HostFunctions = {
  sha256: bytewiseHash({ base: ext.sha256_base, byte: ext.sha256_byte, hash: sha256 }),

  keccak256: bytewiseHash({ base: ext.keccak256_base, byte: ext.keccak256_byte, hash: keccak256 }),

  keccak512: bytewiseHash({ base: ext.keccak512_base, byte: ext.keccak512_byte, hash: keccak512 }),

  sha3_256: onlyWith(
    'sha3HostFns',
    bytewiseHash({ base: ext.sha3_256_base, byte: ext.sha3_256_byte, hash: sha3_256 }),
  ),

  sha3_384: onlyWith(
    'sha3HostFns',
    bytewiseHash({ base: ext.sha3_384_base, byte: ext.sha3_384_byte, hash: sha3_384 }),
  ),

  sha3_512: onlyWith(
    'sha3HostFns',
    bytewiseHash({ base: ext.sha3_512_base, byte: ext.sha3_512_byte, hash: sha3_512 }),
  ),

  ripemd160: hostFunction([i64, i64, i64], [], (host, length, ptr, registerId) => {
    host.gas.pay(ext.ripemd160_base);
    const value = host.readBytes(length, ptr);
    const padded = value.length + RIPEMD160_LENGTH_BYTES;
    host.gas.payPer(ext.ripemd160_block, Math.floor(padded / RIPEMD160_BLOCK_BYTES) + 1);
    host.registers.write(registerId, ripemd160(value));
  }),
};
