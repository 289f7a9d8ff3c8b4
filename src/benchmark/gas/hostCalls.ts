// Contracts that call one host function with the same arguments until their gas is used up, on data
// from their input. Each has the input that takes longest for its gas.

import { concatBytes } from '../../base/bytes/bytes.ts';
import { keyFromSeed, secretToPublic, sign } from '../../base/crypto/keys.ts';
import { encodeModule, NO_RESULT, signed } from '../../base/wasm/wasmModule.ts';
import * as op from '../../base/wasm/wasmOpcodes.ts';
import { allHostFunctions } from '../../vm/host/hostTable.ts';
import {
  BLS_G1,
  BLS_G1_COMPRESSED,
  BLS_G2,
  BLS_G2_COMPRESSED,
  BN_G1,
  BN_G2,
  MESSAGE_HASH,
  P256_KEY,
  P256_SIGNATURE,
  SECP256K1_SIGNATURE,
} from './curveInputs.ts';

interface HostCall {
  /** Parts of the input, one after the other. */
  readonly data: readonly Uint8Array[];
  /** Where a part is meant, its length and its place; else the number. */
  readonly args: readonly (number | { readonly part: number })[];
  /** Does the first part count up, so that no two calls have the same? */
  readonly isCounting?: boolean;
}

const MEMORY_BYTES = 65_536;
const REGISTER = 1;
const INPUT = 0;
const [INPUT_FUNCTION, READ_FUNCTION, CALLED_FUNCTION] = [0, 1, 2];

/** Reads the input into memory, then calls the function forever. */
export function encodeCaller(name: string, { data, args, isCounting }: HostCall): Uint8Array {
  const type = allHostFunctions.get(name)?.type ?? { params: [], results: [] };
  const constant = (value: number) => [op.I64_CONST, ...signed(value)];
  const offsetOf = (part: number) => concatBytes(...data.slice(0, part)).length;
  const pushed = args.flatMap((arg) =>
    typeof arg === 'number'
      ? constant(arg)
      : [...constant(data[arg.part]?.length ?? 0), ...constant(offsetOf(arg.part))],
  );
  const address = [op.I32_CONST, 0];
  const count = [...address, ...address, op.I64_LOAD, 0, 0, ...constant(1), op.I64_ADD];
  const code = [
    ...[...constant(INPUT), op.CALL, INPUT_FUNCTION],
    ...[...constant(INPUT), ...constant(0), op.CALL, READ_FUNCTION],
    ...[op.LOOP, NO_RESULT],
    ...(isCounting === true ? [...count, op.I64_STORE, 0, 0] : []),
    ...[...pushed, op.CALL, CALLED_FUNCTION, ...type.results.map(() => op.DROP)],
    ...[op.BR, 0, op.END],
  ];
  const imports = [
    { name: 'input', params: 1, hasResult: false },
    { name: 'read_register', params: 2, hasResult: false },
    { name, params: type.params.length, hasResult: type.results.length > 0 },
  ];
  return encodeModule([{ name: 'main', params: 0, code }], MEMORY_BYTES, { imports });
}

const part = (index: number) => ({ part: index });
const bytes = (length: number) => new Uint8Array(length).fill(7);

function recovery(): HostCall {
  const [v = 0] = SECP256K1_SIGNATURE;
  const data = [MESSAGE_HASH, SECP256K1_SIGNATURE.subarray(1)];
  return { data, args: [part(0), part(1), v, 0, REGISTER] };
}

function signatureOf(type: 'ed25519' | 'ml-dsa-65'): HostCall {
  const key = keyFromSeed(type, 'bench');
  const message = bytes(32);
  const data = [sign(key, message).data, message, secretToPublic(key).data];
  return { data, args: [part(0), part(1), part(2)] };
}

function p256Signature(): HostCall {
  const data = [P256_SIGNATURE, MESSAGE_HASH, P256_KEY];
  return { data, args: [part(0), part(1), part(2)] };
}

const PLUS = Uint8Array.of(0);
/** Below the order of the group of alt_bn128, and below the modulus of BLS12-381. */
const scalar = concatBytes(bytes(31), Uint8Array.of(0));
const fieldElement = concatBytes(Uint8Array.of(0), bytes(47));

/** What takes a list of items, each with one. */
const OF_ITEMS: Readonly<Record<string, Uint8Array>> = {
  alt_bn128_g1_sum: concatBytes(PLUS, BN_G1),
  alt_bn128_g1_multiexp: concatBytes(BN_G1, scalar),
  alt_bn128_pairing_check: concatBytes(BN_G1, BN_G2),
  bls12381_p1_sum: concatBytes(PLUS, BLS_G1),
  bls12381_p2_sum: concatBytes(PLUS, BLS_G2),
  bls12381_g1_multiexp: concatBytes(BLS_G1, scalar),
  bls12381_g2_multiexp: concatBytes(BLS_G2, scalar),
  bls12381_map_fp_to_g1: fieldElement,
  bls12381_map_fp2_to_g2: concatBytes(fieldElement, fieldElement),
  bls12381_p1_decompress: BLS_G1_COMPRESSED,
  bls12381_p2_decompress: BLS_G2_COMPRESSED,
  bls12381_pairing_check: concatBytes(BLS_G1, BLS_G2),
};

/** Costs have a base, so few items and many differ. */
function itemRows(name: string, item: Uint8Array): [string, () => HostCall][] {
  const args = name.endsWith('_check') ? [part(0)] : [part(0), REGISTER];
  return [1, 16].map((count) => [
    `${name} of ${count}`,
    () => ({ data: [concatBytes(...new Array<Uint8Array>(count).fill(item))], args }),
  ]);
}

const hashOf = (length: number): HostCall => ({ data: [bytes(length)], args: [part(0), REGISTER] });
const stored = (key: number, value: number): HostCall => ({
  data: [bytes(key), bytes(value)],
  args: [part(0), part(1), REGISTER],
  isCounting: true,
});
const looked = (key: number, isCounting: boolean): HostCall => ({
  data: [bytes(key)],
  args: [part(0), REGISTER],
  isCounting,
});

/** By the name of the function, followed by what is special about the arguments. */
export const HOST_CALLS: ReadonlyMap<string, () => HostCall> = new Map<string, () => HostCall>([
  ['block_index', () => ({ data: [], args: [] })],
  ['used_gas', () => ({ data: [], args: [] })],
  ['register_len', () => ({ data: [], args: [REGISTER] })],
  ['current_account_id', () => ({ data: [], args: [REGISTER] })],
  ['account_balance', () => ({ data: [], args: [0] })],
  ['write_register of 32 KiB', () => ({ data: [bytes(32_768)], args: [REGISTER, part(0)] })],
  ['read_register of 32 KiB', () => ({ data: [bytes(32_768)], args: [INPUT, 0] })],
  ...['sha256', 'keccak256', 'keccak512', 'ripemd160'].flatMap((name) =>
    [0, 32_768].map((length): [string, () => HostCall] => [
      `${name} of ${length} bytes`,
      () => hashOf(length),
    ]),
  ),
  ['ecrecover', recovery],
  ['ed25519_verify', () => signatureOf('ed25519')],
  ['p256_verify', p256Signature],
  ['ml_dsa_verify', () => signatureOf('ml-dsa-65')],
  ...Object.entries(OF_ITEMS).flatMap(([name, item]) => itemRows(name, item)),
  ['storage_write of 8 bytes', () => stored(8, 8)],
  ['storage_write of 2 kB and 16 kB', () => stored(2_048, 16_384)],
  ['storage_read of a missing key', () => looked(8, true)],
  ['storage_has_key of 2 kB', () => ({ data: [bytes(2_048)], args: [part(0)], isCounting: true })],
  ['storage_remove of a missing key', () => looked(8, true)],
]);
