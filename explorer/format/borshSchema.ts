// What the definitions of a Borsh schema mean, as borsh-rs writes them in the ABI of a contract
// (near-abi 0.4, and 0.3 with older names). An ABI is a text of strangers: what is not a definition
// is null, and nothing here follows a name further than one step.

import type { BorshType } from '#abi';

export type Shape =
  | { readonly kind: 'integer'; readonly bytes: number; readonly isSigned: boolean }
  | { readonly kind: 'float'; readonly bytes: 4 | 8 }
  | { readonly kind: 'bool' }
  | { readonly kind: 'char' }
  | { readonly kind: 'string' }
  | { readonly kind: 'nothing' }
  /** `length` is null if it is stored before the elements. */
  | { readonly kind: 'list'; readonly of: string; readonly length: number | null }
  | { readonly kind: 'tuple'; readonly of: readonly string[] }
  | { readonly kind: 'struct'; readonly fields: readonly (readonly [string, string])[] }
  | { readonly kind: 'enum'; readonly tagBytes: number; readonly variants: readonly Variant[] };

export type ShapeOf<Kind extends Shape['kind']> = Extract<Shape, { readonly kind: Kind }>;

export interface Variant {
  readonly tag: number;
  readonly name: string;
  readonly of: string;
}

/** Of a text or a list whose length is stored before it. */
export const LENGTH_BYTES = 4;
/** Longer integers are texts in JSON, which could round them. */
export const NUMBER_BYTES_MAX = 4;
const PARTS_MAX = 20_000;
/** A value has some parts without bytes, such as the content of a variant. */
const PARTS_PER_BYTE = 8;
const EMPTY_PARTS_MAX = 500;
const DEPTH_MAX = 40;
/** Four times as many as a tag of one byte can tell apart; they are searched one by one. */
const VARIANTS_MAX = 1024;
const TAG_BYTES_MAX = 4;
const INTEGER = /^(?:NonZero)?([iu])(8|16|32|64|128)$/i;
const PLAIN: Readonly<Record<string, Shape>> = {
  bool: { kind: 'bool' },
  char: { kind: 'char' },
  string: { kind: 'string' },
  String: { kind: 'string' },
  str: { kind: 'string' },
  '()': { kind: 'nothing' },
  nil: { kind: 'nothing' },
  f32: { kind: 'float', bytes: 4 },
  f64: { kind: 'float', bytes: 8 },
};

/** Null for a name that stands for nothing that is known. */
export function shapeOf(name: string, definitions: BorshType['definitions']): Shape | null {
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain !== undefined) return plain;
  const [, sign, bits] = INTEGER.exec(name) ?? [];
  if (bits !== undefined) {
    return { kind: 'integer', bytes: Number(bits) / 8, isSigned: sign?.toLowerCase() === 'i' };
  }
  return Object.hasOwn(definitions, name) ? readDefinitionOnce(name, definitions) : null;
}

/** A fact about definitions ends with them. A list of values would read the same one for each. */
const known = new WeakMap<BorshType['definitions'], Map<string, Shape | null>>();

function readDefinitionOnce(name: string, definitions: BorshType['definitions']): Shape | null {
  const shapes = known.get(definitions) ?? new Map<string, Shape | null>();
  known.set(definitions, shapes);
  const shape = shapes.get(name) ?? readDefinition(definitions[name]);
  shapes.set(name, shape);
  return shape;
}

type Body = Readonly<Record<string, unknown>>;

function readDefinition(definition: unknown): Shape | null {
  const [kind, body] = Object.entries(Object(definition))[0] ?? [];
  const inner = Object(body) as Body;
  switch (kind) {
    case 'Primitive':
      return readPrimitive(body);
    case 'Array':
      return readList(inner, inner.length);
    case 'Sequence':
      return readSequence(inner);
    case 'Tuple':
      return readTuple(inner.elements ?? body);
    case 'Struct':
      return readStruct(inner.fields ?? body);
    case 'Enum':
      return readEnum(inner);
    default:
      return null;
  }
}

function readPrimitive(bytes: unknown): Shape | null {
  if (bytes === 0) return { kind: 'nothing' };
  const isKnown = [1, 2, 4, 8, 16].includes(bytes as number);
  return isKnown ? { kind: 'integer', bytes: bytes as number, isSigned: false } : null;
}

function readSequence(body: Body): Shape | null {
  const { length_width = LENGTH_BYTES, length_range } = body;
  if (length_width === LENGTH_BYTES) return readList(body, null);
  return length_width === 0 ? readList(body, (Object(length_range) as Body).start) : null;
}

function readList({ elements }: Body, length: unknown): Shape | null {
  const isLength = length === null || Number.isSafeInteger(length);
  if (typeof elements !== 'string' || !isLength) return null;
  return { kind: 'list', of: elements, length: length as number | null };
}

function readTuple(elements: unknown): Shape | null {
  return isNames(elements) ? { kind: 'tuple', of: elements } : null;
}

/** With names, without, or empty; older ones name the form of the fields. */
function readStruct(body: unknown): Shape | null {
  const named = Object(body) as Body;
  const fields = named.NamedFields ?? named.UnnamedFields ?? body;
  if (fields === null || fields === 'Empty') return { kind: 'nothing' };
  if (isNames(fields)) return { kind: 'tuple', of: fields };
  if (!Array.isArray(fields)) return Object.keys(named).length === 0 ? { kind: 'nothing' } : null;
  const isNamed = fields.every((field) => isNames(field) && field.length === 2);
  return isNamed ? { kind: 'struct', fields } : null;
}

function readEnum({ tag_width = 1, variants }: Body): Shape | null {
  const tagBytes = tag_width as number;
  if (!Array.isArray(variants) || !(tagBytes >= 1 && tagBytes <= TAG_BYTES_MAX)) return null;
  if (variants.length > VARIANTS_MAX) return null;
  const read = variants.map((variant: unknown, at): Variant | null => {
    const parts = Array.isArray(variant) ? variant : [];
    const [tag, name, of] = parts.length === 2 ? [at, ...parts] : parts;
    const isVariant = Number.isInteger(tag) && typeof name === 'string' && typeof of === 'string';
    return isVariant ? { tag, name, of } : null;
  });
  if (read.includes(null)) return null;
  return { kind: 'enum', tagBytes, variants: read as Variant[] };
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

export function isOption(variants: readonly Variant[]): boolean {
  const [none, some, ...others] = variants;
  return none?.name === 'None' && some?.name === 'Some' && others.length === 0;
}

/** Bytes or JSON that do not fit their type. */
export class BorshMismatch extends Error {
  override readonly name = 'BorshMismatch';
}

/** Limits a value in parts and in depth, whatever the schema and the bytes say. */
export class BorshWalk {
  readonly definitions: BorshType['definitions'];
  #partsLeft: number;

  /** `length` is that of the bytes, if they are known: they bound the value as well. */
  constructor(definitions: BorshType['definitions'], length = PARTS_MAX) {
    this.definitions = definitions;
    this.#partsLeft = Math.min(PARTS_MAX, EMPTY_PARTS_MAX + length * PARTS_PER_BYTE);
  }

  enter(name: string, depth: number): Shape {
    this.#partsLeft -= 1;
    if (this.#partsLeft < 0 || depth > DEPTH_MAX) throw new BorshMismatch('it has no end');
    const shape = shapeOf(name, this.definitions);
    if (shape === null) throw new BorshMismatch(`${name} is not described`);
    return shape;
  }
}
