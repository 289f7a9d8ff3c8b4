// The methods of a contract by their names, as plain bytes: a code may export a function under
// hundreds of thousands of names, which as objects would take far more memory and time than they
// cost gas. A name is looked for from the first on, in time linear in the bytes.

import { utf8ToBytes } from '../base/bytes/bytes.ts';
import type { MethodResolveErrorName } from './vmErrors.ts';

/** How a method is called in an instance: an exported function and its arguments. */
export type MethodPlace = { readonly wasmName: string; readonly argument: number };

export type MethodEntry = {
  readonly name: Uint8Array;
  /** Null for a function that takes or returns something: it cannot be called. */
  readonly place: number | null;
};

const PLACE_AT = 4;
const HEAD_BYTES = 8;
const NO_PLACE = 0xffff_ffff;

/** Each with the length of its name, its place and its name. */
export function encodeMethods(entries: readonly MethodEntry[]): Uint8Array {
  const length = entries.reduce((sum, { name }) => sum + HEAD_BYTES + name.length, 0);
  const methods = new Uint8Array(length);
  const view = new DataView(methods.buffer);
  let offset = 0;
  for (const { name, place } of entries) {
    view.setUint32(offset, name.length, true);
    view.setUint32(offset + PLACE_AT, place ?? NO_PLACE, true);
    methods.set(name, offset + HEAD_BYTES);
    offset += HEAD_BYTES + name.length;
  }
  return methods;
}

export function findMethod(
  methods: Uint8Array,
  name: string,
): { readonly place: number } | { readonly error: MethodResolveErrorName } {
  const wanted = utf8ToBytes(name);
  const view = new DataView(methods.buffer, methods.byteOffset, methods.byteLength);
  for (let offset = 0; offset < methods.length; ) {
    const length = view.getUint32(offset, true);
    const start = offset + HEAD_BYTES;
    if (length === wanted.length && isAt(methods, start, wanted)) {
      const place = view.getUint32(offset + PLACE_AT, true);
      return place === NO_PLACE ? { error: 'MethodInvalidSignature' } : { place };
    }
    offset = start + length;
  }
  return { error: 'MethodNotFound' };
}

function isAt(bytes: Uint8Array, start: number, wanted: Uint8Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}
