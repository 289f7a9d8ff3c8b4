// Arguments in Borsh by the schema in the ABI of a contract: the form for them, and the bytes of
// what was filled in.

import type { BorshType, DescribedMethod } from '#abi';
import {
  BorshMismatch,
  BorshWalk,
  isOption,
  LENGTH_BYTES,
  NUMBER_BYTES_MAX,
  type ShapeOf,
  shapeOf,
} from './borshSchema.ts';
import { hexToBytes, joinBytes, utf8ToBytes } from './bytes.ts';
import type { ParamForm, Schema } from './paramForms.ts';

type BorshFields = NonNullable<DescribedMethod['borsh']>;

const DIGITS = /^-?\d{1,40}$/;
/** Of types that are only another one. */
const DEPTH_MAX = 8;

class Writer extends BorshWalk {
  readonly parts: Uint8Array[] = [];

  putInteger(value: unknown, bytes: number, isSigned = false): void {
    if (!DIGITS.test(String(value))) throw new BorshMismatch(`${value} is not a whole number`);
    const integer = BigInt(String(value));
    const bits = bytes * 8;
    const kept = isSigned ? BigInt.asIntN(bits, integer) : BigInt.asUintN(bits, integer);
    if (kept !== integer) throw new BorshMismatch(`${value} does not fit ${bits} bits`);
    const plain = BigInt.asUintN(bits, integer);
    this.parts.push(
      Uint8Array.from({ length: bytes }, (_, at) => Number((plain >> BigInt(at * 8)) & 255n)),
    );
  }
}

/** The arguments of a method, from an object of JSON by their names. */
export function encodeArguments(fields: BorshFields, given: unknown): Uint8Array<ArrayBuffer> {
  const values = Object(given) as Readonly<Record<string, unknown>>;
  return joinBytes(
    fields.flatMap(({ name, type }) => {
      const writer = new Writer(type.definitions);
      const value = Object.hasOwn(values, name) ? values[name] : null;
      try {
        writeValue(writer, type.declaration, value, 0);
      } catch (error) {
        throw new BorshMismatch(`${name}: ${(error as Error).message}`);
      }
      return writer.parts;
    }),
  );
}

function writeValue(writer: Writer, name: string, value: unknown, depth: number): void {
  const shape = writer.enter(name, depth);
  switch (shape.kind) {
    case 'nothing':
      break;
    case 'bool':
      if (typeof value !== 'boolean') throw new BorshMismatch('it is neither true nor false');
      writer.putInteger(Number(value), 1);
      break;
    case 'char':
      writer.putInteger(asText(value).codePointAt(0) ?? 0, 4);
      break;
    case 'integer':
      writer.putInteger(value, shape.bytes, shape.isSigned);
      break;
    case 'float':
      writeFloat(writer, value, shape.bytes);
      break;
    case 'string':
      writeCounted(writer, utf8ToBytes(asText(value)));
      break;
    case 'list':
      writeItems(writer, shape, value, depth);
      break;
    case 'enum':
      writeVariant(writer, shape, value, depth);
      break;
    default:
      for (const [of, part] of partsOf(shape, value)) writeValue(writer, of, part, depth + 1);
  }
}

/** The types of a tuple or a struct, each with its value. */
function partsOf(
  shape: ShapeOf<'tuple'> | ShapeOf<'struct'>,
  value: unknown,
): (readonly [type: string, value: unknown])[] {
  if (shape.kind === 'tuple') {
    const { of } = shape;
    const values = of.length === 1 ? [value] : asList(value, of.length);
    return of.map((type, at) => [type, values[at]]);
  }
  const values = Object(value) as Readonly<Record<string, unknown>>;
  return shape.fields.map(([field, type]) => {
    return [type, Object.hasOwn(values, field) ? values[field] : null];
  });
}

function writeFloat(writer: Writer, value: unknown, bytes: 4 | 8): void {
  if (typeof value !== 'number') throw new BorshMismatch(`${value} is not a number`);
  const list = bytes === 4 ? Float32Array.of(value) : Float64Array.of(value);
  writer.parts.push(new Uint8Array(list.buffer));
}

function writeCounted(writer: Writer, bytes: Uint8Array): void {
  writer.putInteger(bytes.length, LENGTH_BYTES);
  writer.parts.push(bytes);
}

function writeItems(
  writer: Writer,
  { of, length }: ShapeOf<'list'>,
  value: unknown,
  depth: number,
) {
  const hex =
    of === 'u8' && typeof value === 'string' ? hexToBytes(value.replace(/^0x/, '')) : null;
  const items = hex === null ? asList(value, length) : [...hex];
  if (length !== null && items.length !== length) throw new BorshMismatch(`it needs ${length}`);
  if (length === null) writer.putInteger(items.length, LENGTH_BYTES);
  if (hex !== null) writer.parts.push(hex);
  else for (const item of items) writeValue(writer, of, item, depth + 1);
}

function writeVariant(writer: Writer, shape: ShapeOf<'enum'>, value: unknown, depth: number): void {
  const { variants, tagBytes } = shape;
  const [name, inner] = isOption(variants)
    ? [value === null ? 'None' : 'Some', value]
    : typeof value === 'string'
      ? [value, null]
      : (Object.entries(Object(value))[0] ?? []);
  const found = variants.find((variant) => variant.name === name);
  if (found === undefined) {
    throw new BorshMismatch(`it is none of ${variants.map((variant) => variant.name).join(', ')}`);
  }
  writer.putInteger(found.tag, tagBytes);
  writeValue(writer, found.of, inner, depth + 1);
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new BorshMismatch(`${JSON.stringify(value)} is not a text`);
  return value;
}

function asList(value: unknown, length: number | null): readonly unknown[] {
  const isList = Array.isArray(value) && (length === null || value.length === length);
  if (!isList) throw new BorshMismatch(`it is not a list${length === null ? '' : ` of ${length}`}`);
  return value;
}

/** How the field of a form takes a value: long integers as text, and what has parts as JSON. */
function borshFieldSchema(type: BorshType): Schema {
  return { ...fieldSchema(type, 0), format: type.declaration };
}

function fieldSchema({ declaration, definitions }: BorshType, depth: number): Schema {
  const shape = depth > DEPTH_MAX ? null : shapeOf(declaration, definitions);
  const inner = (of = '') => fieldSchema({ declaration: of, definitions }, depth + 1);
  switch (shape?.kind) {
    case 'bool':
      return { type: 'boolean' };
    case 'integer':
      return { type: shape.bytes > NUMBER_BYTES_MAX ? 'string' : 'integer' };
    case 'float':
      return { type: 'number' };
    case 'string':
    case 'char':
      return { type: 'string' };
    case 'list':
      return { type: shape.of === 'u8' ? 'string' : 'array' };
    case 'tuple':
      return shape.of.length === 1 ? inner(shape.of[0]) : { type: 'array' };
    case 'enum':
      return isOption(shape.variants) ? inner(shape.variants[1]?.of) : { type: 'object' };
    default:
      return { type: 'object' };
  }
}

/** The form of a method whose arguments are in Borsh; an option may be left empty. */
export function borshForm(fields: BorshFields): ParamForm {
  return fields.map(({ name, type }) => {
    const shape = shapeOf(type.declaration, type.definitions);
    const isRequired = shape?.kind !== 'enum' || !isOption(shape.variants);
    return { name, isRequired, schema: borshFieldSchema(type) };
  });
}
