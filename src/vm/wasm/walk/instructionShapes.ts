// The instructions that the protocol accepts: operand types, gas class and effect on the modelled
// stack, packed in one number each. Control flow, locals, globals and calls depend on their place
// and are `SPECIAL`; an instruction that is not here is invalid.

import * as op from '../../../base/wasm/wasmOpcodes.ts';
import type { TypeCode } from '../format/wasmTypes.ts';
import { F32, F64, FUNCREF, I32, I64, NONE } from '../format/wasmTypes.ts';

const PREFIXED_COUNT = 0x12;

// Gas classes: an effect or a possible trap splits the code into separate charges.
export const PURE = 0;
export const EFFECT = 1;
export const BULK = 2;

// What follows the opcode. From `SPECIAL` on, the rest of the shape says nothing.
export const PLAIN = 0;
export const LOCAL = 1;
export const MEMORY_ARGUMENT = 2;
export const CONSTANT = 3;
export const INDEXED = 4;
export const SPECIAL = 5;
export const INVALID = 6;

/**
 * By opcode, in bits:
 *   0-2   what follows the opcode
 *   3-5   type of the result
 *   6-14  types of up to three operands, the topmost first, 0 after the last one
 *   15-16 gas class
 *   17-18 number of entries that the stack model removes
 *   19-21 type of the entry that it adds
 *   22-23 logarithm of the natural alignment, of memory accesses
 *   24    is a NaN result replaced by the canonical one?
 *   25    is any NaN operand as good as another, so that its bits are not observed here?
 */
export const SHAPES = new Int32Array(op.PREFIXED + PREFIXED_COUNT).fill(INVALID);

export const MAKES_NAN = 1 << 24;
export const HIDES_NAN = 1 << 25;

type ShapeOptions = {
  readonly form?: number;
  readonly gas?: number;
  readonly alignment?: number;
  /** The model leaves the deepest operand in place as the result, whatever its size. */
  readonly inPlace?: boolean;
  readonly makesNan?: boolean;
  readonly hidesNan?: boolean;
};

const LETTERS: Readonly<Record<string, TypeCode>> = { i: I32, l: I64, f: F32, d: F64, r: FUNCREF };

/** `signature` has a letter for each operand, and the result after `>`. */
function shapeOf(signature: string, options: ShapeOptions = {}): number {
  const [operands, result] = signature.split('>') as [string, string];
  const types = [...operands].map((letter) => LETTERS[letter]!).reverse();
  const resultType = result === '' ? NONE : LETTERS[result]!;
  const inPlace = options.inPlace === true;
  return (
    (options.form ?? PLAIN) |
    (resultType << 3) |
    ((types[0] ?? NONE) << 6) |
    ((types[1] ?? NONE) << 9) |
    ((types[2] ?? NONE) << 12) |
    ((options.gas ?? PURE) << 15) |
    ((inPlace ? types.length - 1 : types.length) << 17) |
    ((inPlace ? NONE : resultType) << 19) |
    ((options.alignment ?? 0) << 22) |
    (options.makesNan === true ? MAKES_NAN : 0) |
    (options.hidesNan === true ? HIDES_NAN : 0)
  );
}

function define(first: number, last: number, signature: string, options?: ShapeOptions): void {
  SHAPES.fill(shapeOf(signature, options), first, last + 1);
}

// Locals and globals have the shapes of their type, by type code.
export const GET_SHAPES = new Int32Array(FUNCREF + 1);
export const SET_SHAPES = new Int32Array(FUNCREF + 1);
export const TEE_SHAPES = new Int32Array(FUNCREF + 1);
for (const [letter, type] of Object.entries(LETTERS)) {
  GET_SHAPES[type] = shapeOf(`>${letter}`);
  SET_SHAPES[type] = shapeOf(`${letter}>`);
  TEE_SHAPES[type] = shapeOf(`${letter}>${letter}`, { inPlace: true });
}

function defineAccess(first: number, last: number, signature: string, alignment: number): void {
  define(first, last, signature, { form: MEMORY_ARGUMENT, gas: EFFECT, alignment });
}

const special = { form: SPECIAL };
const inPlace = { inPlace: true };
const trappingInPlace = { gas: EFFECT, inPlace: true };
const comparison = { hidesNan: true };
const arithmetic = { inPlace: true, makesNan: true, hidesNan: true };
const rounding = { makesNan: true, hidesNan: true };
const truncation = { gas: EFFECT, hidesNan: true };

define(op.UNREACHABLE, op.UNREACHABLE, '>', special);
define(op.NOP, op.NOP, '>');
define(op.BLOCK, op.ELSE, '>', special);
define(op.END, op.CALL_INDIRECT, '>', special);
define(op.DROP, op.SELECT_TYPED, '>', { form: SPECIAL });
define(op.DROP, op.DROP, '>', { form: SPECIAL, hidesNan: true });
define(op.LOCAL_GET, op.LOCAL_TEE, '>', { form: LOCAL });
define(op.GLOBAL_GET, op.GLOBAL_SET, '>', { form: INDEXED });
define(op.TABLE_GET, op.TABLE_GET, 'i>r', { form: INDEXED, gas: EFFECT });
define(op.TABLE_SET, op.TABLE_SET, 'ir>', { form: INDEXED, gas: EFFECT });
defineAccess(0x28, 0x28, 'i>i', 2);
defineAccess(0x29, 0x29, 'i>l', 3);
defineAccess(0x2a, 0x2a, 'i>f', 2);
defineAccess(0x2b, 0x2b, 'i>d', 3);
defineAccess(0x2c, 0x2d, 'i>i', 0);
defineAccess(0x2e, 0x2f, 'i>i', 1);
defineAccess(0x30, 0x31, 'i>l', 0);
defineAccess(0x32, 0x33, 'i>l', 1);
defineAccess(0x34, 0x35, 'i>l', 2);
defineAccess(0x36, 0x36, 'ii>', 2);
defineAccess(0x37, 0x37, 'il>', 3);
defineAccess(0x38, 0x38, 'if>', 2);
defineAccess(0x39, 0x39, 'id>', 3);
defineAccess(0x3a, 0x3a, 'ii>', 0);
defineAccess(0x3b, 0x3b, 'ii>', 1);
defineAccess(0x3c, 0x3c, 'il>', 0);
defineAccess(0x3d, 0x3d, 'il>', 1);
defineAccess(0x3e, 0x3e, 'il>', 2);
define(op.MEMORY_SIZE, op.MEMORY_SIZE, '>i', { form: INDEXED });
define(op.MEMORY_GROW, op.MEMORY_GROW, 'i>i', { form: INDEXED, gas: BULK, inPlace: true });
define(op.I32_CONST, op.I32_CONST, '>i', { form: CONSTANT });
define(op.I64_CONST, op.I64_CONST, '>l', { form: CONSTANT });
define(op.F32_CONST, op.F32_CONST, '>f', { form: CONSTANT });
define(op.F64_CONST, op.F64_CONST, '>d', { form: CONSTANT });
define(0x45, 0x45, 'i>i');
define(0x46, 0x4f, 'ii>i');
define(0x50, 0x50, 'l>i');
define(0x51, 0x5a, 'll>i');
define(0x5b, 0x60, 'ff>i', comparison);
define(0x61, 0x66, 'dd>i', comparison);
define(0x67, 0x69, 'i>i', inPlace);
define(0x6a, 0x78, 'ii>i', inPlace);
define(0x6d, 0x70, 'ii>i', trappingInPlace);
define(0x79, 0x7b, 'l>l', inPlace);
define(0x7c, 0x8a, 'll>l', inPlace);
define(0x7f, 0x82, 'll>l', trappingInPlace);
define(0x8b, 0x8c, 'f>f', inPlace);
define(0x8d, 0x91, 'f>f', arithmetic);
define(0x92, 0x97, 'ff>f', arithmetic);
define(0x98, 0x98, 'ff>f', inPlace);
define(0x99, 0x9a, 'd>d', inPlace);
define(0x9b, 0x9f, 'd>d', arithmetic);
define(0xa0, 0xa5, 'dd>d', arithmetic);
define(0xa6, 0xa6, 'dd>d', inPlace);
define(0xa7, 0xa7, 'l>i');
define(0xa8, 0xa9, 'f>i', truncation);
define(0xaa, 0xab, 'd>i', truncation);
define(0xac, 0xad, 'i>l');
define(0xae, 0xaf, 'f>l', truncation);
define(0xb0, 0xb1, 'd>l', truncation);
define(0xb2, 0xb3, 'i>f');
define(0xb4, 0xb5, 'l>f');
define(0xb6, 0xb6, 'd>f', rounding);
define(0xb7, 0xb8, 'i>d');
define(0xb9, 0xba, 'l>d');
define(0xbb, 0xbb, 'f>d', rounding);
define(0xbc, 0xbc, 'f>i');
define(0xbd, 0xbd, 'd>l');
define(0xbe, 0xbe, 'i>f');
define(0xbf, 0xbf, 'l>d');
define(0xc0, 0xc1, 'i>i');
define(0xc2, 0xc4, 'l>l');
define(op.REF_NULL, op.REF_NULL, '>r', { form: INDEXED });
define(op.REF_IS_NULL, op.REF_IS_NULL, 'r>i', { form: INDEXED });
define(op.REF_FUNC, op.REF_FUNC, '>r', { form: INDEXED });
define(op.PREFIX, op.PREFIX, '>', { form: INDEXED });
define(op.PREFIXED, op.PREFIXED + 0x01, 'f>i', comparison);
define(op.PREFIXED + 0x02, op.PREFIXED + 0x03, 'd>i', comparison);
define(op.PREFIXED + 0x04, op.PREFIXED + 0x05, 'f>l', comparison);
define(op.PREFIXED + 0x06, op.PREFIXED + 0x07, 'd>l', comparison);
define(op.MEMORY_INIT, op.MEMORY_INIT, 'iii>', { form: INDEXED, gas: BULK });
define(op.DATA_DROP, op.DATA_DROP, '>', { form: INDEXED });
define(op.MEMORY_COPY, op.TABLE_INIT, 'iii>', { form: INDEXED, gas: BULK });
define(op.ELEM_DROP, op.ELEM_DROP, '>', { form: INDEXED });
define(op.TABLE_COPY, op.TABLE_COPY, 'iii>', { form: INDEXED, gas: BULK });
define(op.TABLE_GROW, op.TABLE_GROW, 'ri>i', { form: INDEXED, gas: BULK });
define(op.TABLE_SIZE, op.TABLE_SIZE, '>i', { form: INDEXED });
define(op.TABLE_FILL, op.TABLE_FILL, 'iri>', { form: INDEXED, gas: BULK });
