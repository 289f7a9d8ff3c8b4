// Random and changed bytes for every Borsh decoder and for the Wasm reader. A decoder returns a
// value that encodes to the same bytes, or its declared error; its memory is bounded by its input,
// whatever lengths the input claims.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { equalBytes } from '../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { decode, encode } from '../../src/codec/codec.ts';
import { prepareContract } from '../../src/vm/prepareContract.ts';
import { listCodecs, type NamedCodec } from '../support/codecs.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { countRounds } from '../support/testForm.ts';

const SEED = 20_261_116;
const TYPES_ROUNDS = { short: 1, long: 84 };
const INPUTS_PER_ROUND = 60;
const CONTRACTS_ROUNDS = { short: 1, long: 134 };
const CONTRACTS_PER_ROUND = 150;
/** A decoder that trusted a length of 2^32 would take far more. */
const HEAP_BYTES_MAX = 64 * 1024 * 1024;

/** Small bytes are short lengths and known variants; large ones are impossible lengths. */
const byte = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constant(255) },
  { weight: 3, arbitrary: fc.nat(255) },
);
const inputs = fc.oneof(
  fc.array(byte, { maxLength: 400 }).map((bytes) => Uint8Array.from(bytes)),
  fc.uint8Array({ maxLength: 100 }),
  fc.nat(50).map((length) => new Uint8Array(length).fill(255)),
  fc.constant(new Uint8Array(5_000)),
);

/** No enum has more; nested ones are reached as chance allows. */
const VARIANTS_MAX = 64;
/** Zeros are the smallest value of nearly every field after a variant's number. */
const VARIANT_BYTES = 200;

function listVariants(): Uint8Array[] {
  return Array.from({ length: VARIANTS_MAX }, (_, number) => {
    const bytes = new Uint8Array(VARIANT_BYTES);
    bytes[0] = number;
    return bytes;
  });
}

/** Whether the bytes were a value. */
function tryDecode({ name, codec }: NamedCodec, bytes: Uint8Array): boolean {
  let value: unknown;
  try {
    value = decode(codec, bytes);
  } catch (error) {
    const message = `${name} of ${Buffer.from(bytes).toString('hex')}`;
    assert.ok(error instanceof PerigeeError, `${message}: ${String(error)}`);
    return false;
  }
  const again = encode(codec, value);
  assert.ok(equalBytes(again, bytes), `${name} has two encodings of one value`);
  return true;
}

test('every type with a binary form', async (context) => {
  const codecs = await listCodecs();
  assert.ok(codecs.length > 50, `${codecs.length} codecs`);
  let values = 0;
  for (const round of countRounds(context, 'rounds of bytes', TYPES_ROUNDS)) {
    const random = fc.sample(inputs, { numRuns: INPUTS_PER_ROUND, seed: SEED + round });
    const samples = round === 0 ? [...listVariants(), ...random] : random;
    for (const codec of codecs) {
      for (const sample of samples) {
        if (tryDecode(codec, sample)) values++;
      }
    }
  }
  context.diagnostic(`${codecs.length} types, ${values} values among the inputs`);
});

test('a long input that claims to hold very many values', async () => {
  const codecs = await listCodecs();
  const length = 200_000;
  for (const fill of [0, 1]) {
    const bytes = new Uint8Array(length).fill(fill);
    for (const codec of codecs) {
      // The first four bytes of most types are a length or a variant.
      bytes.set([length & 255, (length >> 8) & 255, 2, 0]);
      const before = process.memoryUsage().heapUsed;
      tryDecode(codec, bytes);
      const grown = process.memoryUsage().heapUsed - before;
      assert.ok(grown < HEAP_BYTES_MAX, `${codec.name}: ${grown} bytes`);
    }
  }
});

test('contracts of random bytes, and real ones with bytes changed', (context) => {
  const config = PROTOCOL;
  const real = (['hostcall', 'compute'] as const).map(recordedContract);
  const change = fc.record({ at: fc.nat(), byte: fc.nat(255) });
  const changed = fc
    .tuple(fc.constantFrom(...real), fc.array(change, { maxLength: 6 }), fc.option(fc.nat()))
    .map(([code, changes, length]) => {
      const bytes = Uint8Array.from(code);
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      return bytes.subarray(0, length === null ? bytes.length : length % bytes.length);
    });
  const head = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  const random = fc.uint8Array({ maxLength: 300 }).map((tail) => Buffer.concat([head, tail]));
  const property = fc.property(fc.oneof({ weight: 3, arbitrary: changed }, random), (code) => {
    const prepared = prepareContract(code, config);
    // A prepared contract is always a valid module for V8.
    if ('wasm' in prepared) assert.ok(WebAssembly.validate(Uint8Array.from(prepared.wasm)));
  });
  for (const round of countRounds(context, 'rounds of contracts', CONTRACTS_ROUNDS)) {
    fc.assert(property, { numRuns: CONTRACTS_PER_ROUND, seed: SEED + round });
  }
});
