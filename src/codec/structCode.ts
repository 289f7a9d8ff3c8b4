// Straight-line code for each struct, compiled when it is first used. A loop over fields would be
// shared by every struct of the program: V8 would see all their types in it, and optimise for none.
// The source consists of declared names alone, never of anything that was received.

import { assert } from '../base/assert.ts';
import { type JsonScanner, KeySet } from '../base/json/jsonScanner.ts';
import type { BorshReader, BorshWriter } from './borsh.ts';
import type { Codec, FieldRule, JsonRecord } from './codec.ts';
import { scanOf } from './scan.ts';
import { type Show, showOf } from './show.ts';

export interface StructField {
  /** In code. */
  readonly name: string;
  /** In JSON. */
  readonly key: string;
  readonly codec: Codec<unknown>;
  readonly rule: FieldRule | undefined;
}

type Fields = readonly StructField[];

/** Takes the fields in declared order, as bytes have them. */
export function compileRead(fields: Fields): (reader: BorshReader) => JsonRecord {
  return lazily(() => {
    const values = fields.map(({ name }, i) => `${name}:c${i}.read(reader)`);
    return compile(fields, 'reader', `return {${values.join()}}`);
  });
}

export function compileWrite(fields: Fields): (writer: BorshWriter, value: JsonRecord) => void {
  return lazily(() => {
    const writes = fields.map(({ name }, i) => `c${i}.write(writer,value.${name});`);
    return compile(fields, 'writer,value', writes.join(''));
  });
}

/** Takes the fields in the order of the text. */
export function compileFormat(fields: Fields): (value: JsonRecord) => string {
  return lazily(() => {
    const texts = joinFields(fields, ({ name }, i) => ({
      text: `c${i}.json(value.${name})`,
      isLeftOut: `r${i}.omit(value.${name})`,
    }));
    return compile(fields, 'value', texts);
  });
}

interface FieldSource {
  readonly text: string;
  /** Counts for fields that may be left out. */
  readonly isLeftOut: string;
}

/** Code that returns the object of these fields. */
function joinFields(
  fields: Fields,
  sourceOf: (field: StructField, index: number) => FieldSource,
): string {
  // A comma is certain behind a field that is never left out.
  let separator: '' | ',' | '?' = '';
  const parts = fields.map((field, i) => {
    const { text, isLeftOut } = sourceOf(field, i);
    const comma = separator === '?' ? `(text===''?'':',')+` : '';
    const piece = `${comma}'${separator === ',' ? ',' : ''}"${field.key}":'+${text}`;
    if (field.rule?.omit === undefined) {
      separator = ',';
      return `text+=${piece};`;
    }
    if (separator === '') separator = '?';
    return `if(!(${isLeftOut}))text+=${piece};`;
  });
  return `let text='';${parts.join('')}return '{'+text+'}'`;
}

/** Takes the fields in declared order, and those that the text has, in its order. */
export function compileShow(declared: Fields, ordered: Fields): Show {
  return lazily(() => {
    const shows = declared.map(({ codec }) => showOf(codec));
    const reads = declared.map(({ rule }, i) =>
      rule?.omit === undefined
        ? `const t${i}=shows[${i}](reader);`
        : `const v${i}=c${i}.read(reader),t${i}=r${i}.omit(v${i})?null:c${i}.json(v${i});`,
    );
    const texts = joinFields(ordered, (field) => {
      const i = declared.indexOf(field);
      return { text: `t${i}`, isLeftOut: `t${i}===null` };
    });
    return compile(declared, 'reader', `${reads.join('')}${texts}`, { shows });
  });
}

/**
 * Takes the fields sorted by key: the reference sorts objects, so errors are found in that order.
 * `fail` makes the error for keys that are missing.
 */
export function compileParse(
  fields: Fields,
  fail: (json: JsonRecord) => Error,
): (json: JsonRecord) => JsonRecord {
  return lazily(() => {
    const isFlat = ({ rule }: StructField) => rule?.flat !== undefined;
    const reads = fields.map((field, i) => {
      if (isFlat(field)) return '';
      const otherwise = field.rule?.missing === undefined ? 'isComplete=false' : `r${i}.missing()`;
      const { key } = field;
      return (
        `const j${i}=Object.hasOwn(json,'${key}')?json.${key}:undefined;` +
        `const v${i}=j${i}===undefined?${otherwise}:c${i}.parse(j${i});`
      );
    });
    const flat = fields.map((field, i) => (isFlat(field) ? `const v${i}=r${i}.flat(json);` : ''));
    const record = fields.map(({ name }, i) => `${name}:v${i}`);
    const body =
      `let isComplete=true;${reads.join('')}if(!isComplete)throw fail(json);` +
      `${flat.join('')}return {${record.join()}}`;
    return compile(fields, 'json', body, { fail });
  });
}

/**
 * Takes the fields in the order of the text, from bytes. `ignored` is a key that the caller has
 * read already.
 */
export function compileScan(
  fields: Fields,
  ignored: readonly string[] = [],
): (scanner: JsonScanner) => JsonRecord {
  return lazily(() => {
    const keys = new KeySet([...fields.map(({ key }) => key), ...ignored]);
    const cases = fields.map((_, i) => `case ${i}:v${i}=scans[${i}](s);break;`);
    const skips = ignored.map((_, i) => `case ${fields.length + i}:s.skip();break;`);
    const rest = fields.map(({ rule }, i) => {
      const otherwise = rule?.missing === undefined ? 's.fail()' : `r${i}.missing()`;
      return `if(v${i}===undefined)v${i}=${otherwise};`;
    });
    const record = fields.map(({ name }, i) => `${name}:v${i}`);
    const variables = fields.map((_, i) => `v${i}`);
    const body =
      `let key=-1${variables.map((name) => `,${name}`).join('')};` +
      'if(s.openObject())do switch(key=s.key(keys,key)){' +
      `${cases.join('')}${skips.join('')}default:s.value()}while(s.hasMoreKeys());` +
      `${rest.join('')}return {${record.join()}}`;
    const scans = fields.map(({ codec }) => scanOf(codec));
    return compile(fields, 's', body, { scans, keys });
  });
}

/** A function that is made when it is first called. */
function lazily<F extends (a: never, b: never) => unknown>(make: () => F): F {
  let made: F | undefined;
  const call = (a: never, b: never) => {
    made ??= make();
    return made(a, b);
  };
  return call as F;
}

/** In the source, `c0`, `c1` and so on are the codecs of the fields, `r0`, `r1` their rules. */
function compile<F>(
  fields: Fields,
  parameters: string,
  body: string,
  others: Readonly<Record<string, unknown>> = {},
): F {
  for (const { name, key } of fields) {
    assert(/^[A-Za-z_]\w*$/.test(name) && /^\w+$/.test(key), 'a field needs a plain name');
  }
  const codecs = fields.map((_, i) => `c${i}`).join();
  const rules = fields.map((_, i) => `r${i}`).join();
  const source = `const [${codecs}]=codecs,[${rules}]=rules;return (${parameters})=>{${body}}`;
  const make = new Function('codecs', 'rules', ...Object.keys(others), `'use strict';${source}`);
  return make(
    fields.map(({ codec }) => codec),
    fields.map(({ rule }) => rule),
    ...Object.values(others),
  );
}
