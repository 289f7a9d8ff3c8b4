// Value types as small numbers, so that operand types fit in typed arrays. `NONE` means "no value";
// `ANY` is the unknown operand of unreachable code.

import type { FunctionType, ValueType } from '../../preparedContract.ts';

export const NONE = 0;
export const I32 = 1;
export const I64 = 2;
export const F32 = 3;
export const F64 = 4;
export const FUNCREF = 5;
export const ANY = 6;

export type TypeCode = number;

const NAMES: readonly ValueType[] = ['i32', 'i64', 'f32', 'f64', 'funcref'];

/** The byte of a type in a module, by type code; `NONE` is an empty block type. */
export const TYPE_BYTES = Uint8Array.of(0x40, 0x7f, 0x7e, 0x7d, 0x7c, 0x70);

/** The same in what is written: references are numbers there (`references.ts`). */
export const WRITTEN_TYPES = Uint8Array.of(0x40, 0x7f, 0x7e, 0x7d, 0x7c, 0x7f);

/** Bytes that a value takes on the metered stack, by type code. */
export const TYPE_SIZES = Uint8Array.of(0, 4, 8, 4, 8, 8);

/** `NONE` for every byte that is not an accepted type. */
export const TYPE_CODES = new Uint8Array(256);
for (let code = I32; code <= FUNCREF; code++) TYPE_CODES[TYPE_BYTES[code]!] = code;

/** Several results are never valid here, so there is one, or `NONE`. */
export type Signature = { readonly params: Uint8Array; readonly result: TypeCode };

export function signatureToFunctionType(signature: Signature): FunctionType {
  return {
    params: Array.from(signature.params, typeName),
    results: signature.result === NONE ? [] : [typeName(signature.result)],
  };
}

function typeName(code: TypeCode): ValueType {
  return NAMES[code - I32]!;
}
