// The JSON text of a value straight from its bytes. Most of what requests show is stored as it was
// encoded once: without the value there are neither its objects nor its bigints, which cost more
// than the text. A codec that can do it registers a function that must give the text of what
// `read` returns; all others read and write. A codec that is made from another one and reads or
// writes differently cannot inherit the wrong function.

import { sliceLatin1 } from '../base/bytes/bytes.ts';
import { formatJsonString } from '../base/json/exactJson.ts';
import type { BorshReader } from './borsh.ts';
import type { Codec } from './codec.ts';

/** Reads a value and returns its JSON text. */
export type Show = (reader: BorshReader) => string;

type Shown = Pick<Codec<unknown>, 'read' | 'json'>;

/** By the function that reads. A WeakMap, so that they end with their codecs. */
const shows = new WeakMap<Shown['read'], { readonly json: Shown['json']; readonly show: Show }>();

export function withShow<
  C extends { read(reader: BorshReader): unknown; json(value: never): string },
>(codec: C, show: Show): C {
  shows.set(codec.read, { json: codec.json as Shown['json'], show });
  return codec;
}

export function showOf<T>(codec: Pick<Codec<T>, 'read' | 'json'>): Show {
  const known = shows.get(codec.read);
  if (known !== undefined && known.json === codec.json) return known.show;
  return (reader) => codec.json(codec.read(reader));
}

/** A list, which begins with the number of its items. */
export function showList(reader: BorshReader, show: Show): string {
  const count = reader.u32();
  if (count === 0) return '[]';
  let text = `[${show(reader)}`;
  for (let i = 1; i < count; i++) text += `,${show(reader)}`;
  return `${text}]`;
}

/** The digits of a u64: below 2^53 without a bigint. */
export function showU64(reader: BorshReader): string {
  const low = reader.u32();
  const high = reader.u32();
  if (high <= HIGH_SAFE_MAX) return `${high * 2 ** 32 + low}`;
  return `${(BigInt(high) << 32n) | BigInt(low)}`;
}

/** The upper half of the largest safe integer. */
const HIGH_SAFE_MAX = 2 ** 21 - 1;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Text as JSON; most has nothing to escape. */
export function showText(reader: BorshReader): string {
  const length = reader.u32();
  const at = reader.pass(length);
  const { input: all } = reader;
  for (let i = at; i < at + length; i++) {
    const byte = all[i]!;
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== QUOTE && byte !== BACKSLASH;
    if (!isPlain) return formatJsonString(reader.textAt(at, length));
  }
  return `"${sliceLatin1(all, at, at + length)}"`;
}
