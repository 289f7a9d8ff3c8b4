// References to functions as numbers: 0 is null, and the others count the functions that the code
// refers to. No operator of the protocol shows what a reference is, except whether it is null. V8
// takes several nanoseconds for a reference, and gas allows less than one.
//
// Two signatures that differ in a reference only must stay different, as indirect calls compare
// them: functions with references in their signature give back markers, which callers drop.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { ByteWriter } from '../format/byteWriter.ts';
import type { Signature } from '../format/wasmTypes.ts';
import { FUNCREF, I32, I64, TYPE_BYTES } from '../format/wasmTypes.ts';
import { NULL_FUNCTION, type WasmModule } from '../module/wasmModule.ts';

const EXTERNREF = 0x6f;
const NO_MARKERS = new Uint8Array();
/** A reference that is null. */
const NULL_NUMBER = 0;

export class References {
  /** The functions of the contract by their number, from 1 on. */
  readonly functions: number[] = [];
  readonly #numbers = new Map([[NULL_FUNCTION, NULL_NUMBER]]);
  readonly #markers = new Map<Signature, Uint8Array>();

  constructor({ types, globals }: Pick<WasmModule, 'types' | 'globals'>) {
    const ids = new Map<string, number>();
    for (const signature of types) {
      if (signature.result !== FUNCREF && !signature.params.includes(FUNCREF)) continue;
      const key = `${signature.params.join()}>${signature.result}`;
      const id = ids.get(key) ?? ids.size;
      ids.set(key, id);
      this.#markers.set(signature, createMarkers(id));
    }
    for (const { init } of globals) if (init.kind === 'function') this.numberOf(init.index);
  }

  numberOf(functionIndex: number): number {
    const known = this.#numbers.get(functionIndex);
    if (known !== undefined) return known;
    const number = this.functions.push(functionIndex);
    this.#numbers.set(functionIndex, number);
    return number;
  }

  /** The types of results that functions of this signature have in addition, as bytes. */
  markersOf(signature: Signature): Uint8Array {
    return this.#markers.get(signature) ?? NO_MARKERS;
  }
}

/** A type that no contract can have, then the digits of the signature's number. */
function createMarkers(id: number): Uint8Array {
  const digits = id === 0 ? '' : id.toString(2);
  const types = Array.from(digits, (digit) => TYPE_BYTES[digit === '0' ? I32 : I64]!);
  return Uint8Array.of(EXTERNREF, ...types);
}

/** Values for the markers, which nobody reads. */
export function writeMarkers(out: ByteWriter, markers: Uint8Array): void {
  for (const type of markers) {
    if (type === EXTERNREF) out.all([op.REF_NULL, EXTERNREF]);
    else out.all([type === TYPE_BYTES[I32] ? op.I32_CONST : op.I64_CONST, 0]);
  }
}

export function dropMarkers(out: ByteWriter, markers: Uint8Array): void {
  for (const _ of markers) out.u8(op.DROP);
}
