// Encodes small Wasm modules for tests from lists of bytes.

import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';

export const I32 = 0x7f;
export const I64 = 0x7e;

type Signature = { readonly params?: readonly number[]; readonly results?: readonly number[] };

/** `body` has no final `end`; there is one local of each listed type. */
export type SmallFunction = Signature & {
  readonly locals?: readonly number[];
  readonly body: readonly number[];
};

export type SmallModule = {
  /** Functions of `env`; they have the first indexes. */
  readonly imports?: readonly (Signature & { readonly name: string })[];
  readonly functions: readonly SmallFunction[];
  /** Function index by exported name. */
  readonly exports: Readonly<Record<string, number>>;
  readonly start?: number;
  readonly tableSize?: number;
  /** Function indexes, from entry 0 of the table on. */
  readonly elements?: readonly number[];
  readonly hasMemory?: boolean;
  /** The address of a data segment of one byte. */
  readonly dataAt?: number;
};

/** Unsigned, as sizes and indexes are. */
export function leb(value: number): number[] {
  const low = value % 128;
  const rest = Math.floor(value / 128);
  return rest === 0 ? [low] : [low | 0x80, ...leb(rest)];
}

/** A non-negative constant; its sixth bit is a sign, so it may need one byte more than `leb`. */
export function i32Const(value: number): number[] {
  const bytes = leb(value);
  const last = bytes.at(-1) as number;
  return last < 64 ? [0x41, ...bytes] : [0x41, ...bytes.slice(0, -1), last | 0x80, 0];
}

export function encodeSmallModule(module: SmallModule): Uint8Array {
  const { imports = [], functions, exports, start, elements = [] } = module;
  const sections: (readonly number[])[] = [
    section(1, list([...imports, ...functions].map(encodeSignature))),
    section(2, list(imports.map(encodeImport))),
    section(3, list(functions.map((_, index) => leb(imports.length + index)))),
  ];
  if (module.tableSize !== undefined)
    sections.push(section(4, [1, 0x70, 0, ...leb(module.tableSize)]));
  if (module.hasMemory === true) sections.push(section(5, [1, 0, 1]));
  const entries = Object.entries(exports);
  sections.push(
    section(7, list(entries.map(([name, index]) => [...text(name), 0, ...leb(index)]))),
  );
  if (start !== undefined) sections.push(section(8, leb(start)));
  if (elements.length > 0) {
    sections.push(section(9, [1, 0, 0x41, 0, 0x0b, ...list(elements.map(leb))]));
  }
  sections.push(section(10, list(functions.map(encodeBody))));
  if (module.dataAt !== undefined) {
    sections.push(section(11, [1, 0, ...i32Const(module.dataAt), 0x0b, 1, 0xff]));
  }
  return Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
}

function encodeSignature({ params = [], results = [] }: Signature): number[] {
  return [0x60, ...leb(params.length), ...params, ...leb(results.length), ...results];
}

function encodeImport({ name }: { readonly name: string }, type: number): number[] {
  return [...text('env'), ...text(name), 0, ...leb(type)];
}

function encodeBody({ locals = [], body }: SmallFunction): number[] {
  const groups = list(locals.map((type) => [1, type]));
  return [...leb(groups.length + body.length + 1), ...groups, ...body, 0x0b];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...leb(items.length), ...items.flat()];
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...leb(content.length), ...content];
}

function text(value: string): number[] {
  const bytes = utf8ToBytes(value);
  return [...leb(bytes.length), ...bytes];
}
