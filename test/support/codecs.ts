// Every type in the sources that has a Borsh encoding, found among the exports of their modules.

import { readdirSync } from 'node:fs';
import { PerigeeError } from '../../src/base/errors.ts';
import { type Codec, decode } from '../../src/codec/codec.ts';

const FOLDERS = ['../../src/types/', '../../src/chain/records/'];

function listModules(folder: string): string[] {
  const names = readdirSync(new URL(folder, import.meta.url));
  // A genesis is a JSON file.
  return names.filter((name) => name.endsWith('.js') && name !== 'genesis.js');
}

export interface NamedCodec {
  readonly name: string;
  readonly codec: Codec<unknown>;
}

export async function listCodecs(): Promise<NamedCodec[]> {
  const found: NamedCodec[] = [];
  for (const folder of FOLDERS) {
    for (const file of listModules(folder)) {
      const exports = await import(new URL(folder + file, import.meta.url).href);
      for (const [name, value] of Object.entries(exports)) {
        if (isCodec(value) && hasBytes(value))
          found.push({ name: `${file} ${name}`, codec: value });
      }
    }
  }
  return found;
}

function isCodec(value: unknown): value is Codec<unknown> {
  const { read, write } = (value ?? {}) as Partial<Codec<unknown>>;
  return typeof read === 'function' && typeof write === 'function';
}

/** Views have JSON only, and throw for any bytes. */
function hasBytes(codec: Codec<unknown>): boolean {
  try {
    decode(codec, new Uint8Array(0));
    return true;
  } catch (error) {
    return error instanceof PerigeeError;
  }
}
