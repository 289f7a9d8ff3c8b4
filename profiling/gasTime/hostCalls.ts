// Host functions that compute, each with the input that takes longest for its gas. A contract calls
// one of them without end, on data that it takes from its input.

import { bls12_381 } from '@noble/curves/bls12-381.js';
import { bn254 } from '@noble/curves/bn254.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { concatBytes, hexToBytes } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { keyFromSeed, secretToPublic, sign } from '../../src/base/crypto/keys.ts';
import { allHostFunctions } from '../../src/vm/host/hostTable.ts';
import { encodeSmallModule, I32, I64 } from '../../test/vm/support/smallModule.ts';
import * as w from '../../test/vm/support/wasmBytes.ts';

export interface HostCall {
  /** Parts of the input, concatenated. */
  readonly data: readonly Uint8Array[];
  /** Where a part is meant, its length and its place; else the number. */
  readonly args: readonly (number | { readonly part: number })[];
}

const part = (index: number) => ({ part: index });
const REGISTER = 1;

/** Reads the input into memory, then calls the function with the same arguments forever. */
export function createCaller(name: string, { data, args }: HostCall): Uint8Array {
  const offsets = data.map((_, index) =>
    data.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const isWide = allHostFunctions.get(name)?.type.params[0] !== 'i32';
  const constant = (value: number) => [isWide ? 0x42 : 0x41, ...w.signed(value)];
  const pushed = args.flatMap((arg) =>
    typeof arg === 'number'
      ? constant(arg)
      : [
          ...constant((data[arg.part] as Uint8Array).length),
          ...constant(offsets[arg.part] as number),
        ],
  );
  const results = allHostFunctions.get(name)?.type.results ?? [];
  const params = (allHostFunctions.get(name)?.type.params ?? []).map((type) =>
    type === 'i32' ? I32 : I64,
  );
  const drop = results.length > 0 ? [0x1a] : [];
  const setUp = [0x42, 0, 0x10, 0, 0x42, 0, 0x42, 0, 0x10, 1];
  return encodeSmallModule({
    imports: [
      { name: 'input', params: [I64] },
      { name: 'read_register', params: [I64, I64] },
      { name, params, results: results.map((type) => (type === 'i32' ? I32 : I64)) },
    ],
    functions: [{ body: [...setUp, 0x03, 0x40, ...pushed, 0x10, 2, ...drop, 0x0c, 0, 0x0b] }],
    exports: { main: 3 },
    hasMemory: true,
  });
}

const hash = sha256(Uint8Array.of(7));
const secret = hash;
const bytes = (length: number) => new Uint8Array(length).fill(7);

function ecrecover(): HostCall {
  const options = { prehash: false, format: 'recovered' } as const;
  const signature = secp256k1.sign(hash, secret, options);
  const v = signature[0] as number;
  return { data: [hash, signature.slice(1)], args: [part(0), part(1), v, 0, REGISTER] };
}

function ownSignature(type: 'ed25519' | 'ml-dsa-65'): HostCall {
  const key = keyFromSeed(type, 'bench');
  const message = bytes(32);
  const data = [sign(key, message).data, message, secretToPublic(key).data];
  return { data, args: [part(0), part(1), part(2)] };
}

function p256Signature(): HostCall {
  const signature = p256.sign(hash, secret, { prehash: false });
  return { data: [signature, hash, p256.getPublicKey(secret)], args: [part(0), part(1), part(2)] };
}

const toBytes = (value: bigint, length: number) =>
  hexToBytes(value.toString(16).padStart(2 * length, '0'));
const scalar = toBytes(bls12_381.fields.Fr.ORDER - 12_345n, 32);
const points = <P>(count: number, create: (index: number) => P): P[] =>
  Array.from({ length: count }, (_, index) => create(index + 3));

const blsG1 = (index: number) => {
  const { x, y } = bls12_381.G1.Point.BASE.multiply(BigInt(index)).toAffine();
  return concatBytes(toBytes(x, 48), toBytes(y, 48));
};
const blsG2 = (index: number) => {
  const { x, y } = bls12_381.G2.Point.BASE.multiply(BigInt(index)).toAffine();
  return concatBytes(...[x.c1, x.c0, y.c1, y.c0].map((value) => toBytes(value, 48)));
};
const bnG1 = (index: number) => {
  const { x, y } = bn254.G1.Point.BASE.multiply(BigInt(index)).toAffine();
  return concatBytes(toBytes(x, 32).reverse(), toBytes(y, 32).reverse());
};
const bnG2 = (index: number) => {
  const { x, y } = bn254.G2.Point.BASE.multiply(BigInt(index)).toAffine();
  return concatBytes(...[x.c0, x.c1, y.c0, y.c1].map((value) => toBytes(value, 32).reverse()));
};

/** With one item and with several, as the cost has a base: the sum of one needs no inverse. */
function items(count: number, create: (index: number) => Uint8Array): HostCall {
  return { data: [concatBytes(...points(count, create))], args: [part(0), REGISTER] };
}

const checked = (call: HostCall): HostCall => ({ data: call.data, args: [part(0)] });
const plus = (point: Uint8Array) => concatBytes(Uint8Array.of(0), point);
const field = (length: number) => (index: number) =>
  concatBytes(...points(length / 48, (half) => toBytes(2n ** 370n + BigInt(index * half), 48)));

const hashOf = (length: number): HostCall => ({ data: [bytes(length)], args: [part(0), REGISTER] });

function both(name: string, create: (count: number) => HostCall): [string, () => HostCall][] {
  return [
    [`${name} of 1`, () => create(1)],
    [`${name} of 2`, () => create(2)],
    [`${name} of 16`, () => create(16)],
  ];
}

/** By the name of the function, followed by its arguments. */
export const HOST_CALLS: ReadonlyMap<string, () => HostCall> = new Map<string, () => HostCall>([
  ['sha256 of nothing', () => hashOf(0)],
  ['sha256 of 32 KiB', () => hashOf(32_768)],
  ['keccak256 of nothing', () => hashOf(0)],
  ['keccak256 of 32 KiB', () => hashOf(32_768)],
  ['keccak512 of 32 KiB', () => hashOf(32_768)],
  ['ripemd160 of nothing', () => hashOf(0)],
  ['ripemd160 of 32 KiB', () => hashOf(32_768)],
  ['ecrecover', ecrecover],
  ['ed25519_verify', () => ownSignature('ed25519')],
  ['p256_verify', p256Signature],
  ['ml_dsa_verify', () => ownSignature('ml-dsa-65')],
  ...both('alt_bn128_g1_sum', (count) => items(count, (i) => plus(bnG1(i)))),
  ...both('alt_bn128_g1_multiexp', (count) =>
    items(count, (i) => concatBytes(bnG1(i), bytes(31), Uint8Array.of(0))),
  ),
  ...both('alt_bn128_pairing_check', (count) =>
    checked(items(count, (i) => concatBytes(bnG1(i), bnG2(i)))),
  ),
  ...both('bls12381_p1_sum', (count) => items(count, (i) => plus(blsG1(i)))),
  ...both('bls12381_p2_sum', (count) => items(count, (i) => plus(blsG2(i)))),
  ...both('bls12381_g1_multiexp', (count) => items(count, (i) => concatBytes(blsG1(i), scalar))),
  ...both('bls12381_g2_multiexp', (count) => items(count, (i) => concatBytes(blsG2(i), scalar))),
  ...both('bls12381_map_fp_to_g1', (count) => items(count, field(48))),
  ...both('bls12381_map_fp2_to_g2', (count) => items(count, field(96))),
  ...both('bls12381_p1_decompress', (count) =>
    items(count, (i) => bls12_381.G1.Point.BASE.multiply(BigInt(i)).toBytes(true)),
  ),
  ...both('bls12381_p2_decompress', (count) =>
    items(count, (i) => bls12_381.G2.Point.BASE.multiply(BigInt(i)).toBytes(true)),
  ),
  ...both('bls12381_pairing_check', (count) =>
    checked(items(count, (i) => concatBytes(blsG1(i), blsG2(i)))),
  ),
  ['block_index', () => ({ data: [], args: [] })],
  ['used_gas', () => ({ data: [], args: [] })],
  ['register_len', () => ({ data: [], args: [5] })],
  ['promise_results_count', () => ({ data: [], args: [] })],
  ['read_register of 32 KiB', () => ({ data: [bytes(32_768)], args: [0, 0] })],
  ['account_balance', () => ({ data: [], args: [0] })],
  ['value_return of nothing', () => ({ data: [bytes(0)], args: [part(0)] })],
  ['storage_write', () => ({ data: [bytes(8), bytes(8)], args: [part(0), part(1), 5] })],
  ['storage_read', () => ({ data: [bytes(8)], args: [part(0), 5] })],
  ['validator_total_stake', () => ({ data: [], args: [0] })],
  ['log_utf8 of nothing', () => ({ data: [bytes(0)], args: [part(0)] })],
  ['current_account_id', () => ({ data: [], args: [REGISTER] })],
  ['random_seed', () => ({ data: [], args: [REGISTER] })],
  ['write_register of 32 KiB', () => ({ data: [bytes(32_768)], args: [REGISTER, part(0)] })],
  ['gas of nothing', () => ({ data: [], args: [0] })],
]);
