// The second way to read the JSON of a codec: straight from bytes, for messages of megabytes. A
// codec can do it if its `parse` has a scan, which must give the same value; all others parse what
// the scanner reads for them. So a codec that is made from another and parses differently cannot
// inherit the wrong scan.

import { JsonScanner, TextTable } from '../base/json/jsonScanner.ts';
import type { Codec } from './codec.ts';

export type Scan<T> = (scanner: JsonScanner) => T;

type Parse = (json: unknown) => unknown;

const scans = new WeakMap<Parse, Scan<unknown>>();

export function withScan<C extends { readonly parse: Parse }>(
  codec: C,
  scan: Scan<ReturnType<C['parse']>>,
): C {
  scans.set(codec.parse, scan);
  return codec;
}

export function scanOf<T>(codec: Pick<Codec<T>, 'parse'>): Scan<T> {
  const scan = scans.get(codec.parse) as Scan<T> | undefined;
  return scan ?? ((scanner) => codec.parse(scanner.value()));
}

/** A string whose values come again and again, in one message and in the next. */
export function knownText<T>(codec: Codec<T>): Codec<T> {
  const table = new TextTable<T>();
  const { parse } = codec;
  return withScan(codec, (scanner) => scanner.known(table, parse));
}

/** A value of which a message may have copies: they are one value, and read once. */
export function repeatable<T>(codec: Codec<T>): Codec<T> {
  const scan = scanOf(codec);
  const copied: Codec<T> = { ...codec, parse: (json) => codec.parse(json) };
  return withScan(copied, (scanner) => scanner.repeated(scan));
}

/** Throws a PerigeeError for what has to be read by `parse`, or is wrong. */
export function scanJson<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const scanner = new JsonScanner(bytes);
  const value = scanOf(codec)(scanner);
  scanner.end();
  return value;
}
