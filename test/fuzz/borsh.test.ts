// Fuzzes every Borsh decoder: bytes give a value that encodes to the same bytes, or to those of its
// sorted form, or the declared error. The first byte of an input chooses the type.

import assert from 'node:assert/strict';
import { equalBytes } from '../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { Column } from '../../src/chain/columns/columns.ts';
import { decode, encode } from '../../src/codec/codec.ts';
import { createBusyChain } from '../follow/busyChain.ts';
import { listCodecs, type NamedCodec } from '../support/codecs.ts';
import { testFuzzer } from './support/runFuzzer.ts';

testFuzzer(
  'decoders of Borsh',
  async () => {
    const codecs = await listCodecs();
    assert.ok(codecs.length > 50 && codecs.length <= 256, `${codecs.length} types`);
    return {
      name: 'borsh',
      watched: /\/src\/(codec|types|base)\//,
      seeds: [...listSeeds(codecs)],
      run: ([choice = 0, ...rest]) => {
        checkDecoder(codecs[choice % codecs.length] as NamedCodec, Uint8Array.from(rest));
      },
    };
  },
  4_000,
);

function checkDecoder({ name, codec }: NamedCodec, bytes: Uint8Array): void {
  let value: unknown;
  try {
    value = decode(codec, bytes);
  } catch (error) {
    assert.ok(error instanceof PerigeeError, `${name}: ${String(error)}`);
    return;
  }
  const again = encode(codec, value);
  if (equalBytes(again, bytes)) return;
  // Only a map has other forms, whose entries are out of order.
  assert.ok(again.length <= bytes.length, `${name} grows when it is encoded again`);
  assert.ok(equalBytes(encode(codec, decode(codec, again)), again), `${name} has no stable form`);
}

/** Values of a real chain, each for all types that can read it, and for each type zeros. */
function* listSeeds(codecs: readonly NamedCodec[]): Generator<Uint8Array> {
  const values = listStoredValues();
  for (const [choice, { codec }] of codecs.entries()) {
    yield Uint8Array.of(choice, ...new Uint8Array(100));
    const readable = values.filter((bytes) => isReadable(() => decode(codec, bytes)));
    for (const bytes of readable.slice(0, 3)) yield Uint8Array.of(choice, ...bytes);
  }
}

/** The short ones: a decoder treats long inputs in the same way. */
function listStoredValues(): Uint8Array[] {
  const { store } = createBusyChain();
  const rows = Object.values(Column).flatMap((column) => [...store.range(column)]);
  return rows.map(([, value]) => value).filter(({ length }) => length < 4_000);
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
