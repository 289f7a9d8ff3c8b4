// The forms that a schema allows, independent of how it is written: a union becomes a list, `allOf`
// and properties beside a union are merged into its members, and the spellings of null are one.
// Titles, descriptions, defaults and examples are left out.

import { type OpenApiDocument, referenceOf, type Schema } from './schemaDocument.ts';

export type Form =
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'any' }
  | ScalarForm
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'tuple'; readonly items: readonly Schema[] }
  | { readonly kind: 'array'; readonly items: Schema }
  | ObjectForm;

export interface ScalarForm {
  readonly kind: 'scalar';
  /** A type, or the format of an integer. */
  readonly type: string;
  /** Bounds and pattern. */
  readonly schema: Schema;
}

export interface ObjectForm {
  readonly kind: 'object';
  /** The component that it comes from, if any. */
  readonly component: string | null;
  readonly fields: ReadonlyMap<string, { readonly schema: Schema; readonly isRequired: boolean }>;
  /** The values of further keys, in a map. */
  readonly rest: Schema | null;
  /** Whether there must be no further keys. */
  readonly isClosed: boolean;
}

/** Keywords that only objects have. */
const OBJECT_WORDS = ['properties', 'required', 'unevaluatedProperties'];
const NULL: Form = { kind: 'word', word: 'null' };
const ANY: Form = { kind: 'any' };
/** Formats with one meaning: `usize` is written as the former. */
const FORMATS: Readonly<Record<string, string>> = { uint: 'uint64' };

/** The forms of a schema. References stay, unless something has to be merged into them. */
export function formsOf(document: OpenApiDocument, schema: Schema): readonly Form[] {
  const name = referenceOf(schema);
  if (name !== null) return [{ kind: 'reference', name }];
  const { oneOf, anyOf, allOf, nullable, type } = schema as {
    readonly oneOf?: readonly Schema[];
    readonly anyOf?: readonly Schema[];
    readonly allOf?: readonly Schema[];
    readonly nullable?: boolean;
    readonly type?: string | readonly string[];
  };
  const types = Array.isArray(type) ? type : [type];
  const own = wordForms(schema) ?? types.map((each) => ownForm({ ...schema, type: each }));
  const parts = [
    own,
    ...[oneOf, anyOf].flatMap((union) =>
      union === undefined ? [] : [union.flatMap((member) => formsOf(document, member))],
    ),
    ...(allOf ?? []).map((part) => formsOf(document, part)),
  ];
  const merged = parts.reduce((left, right) => mergeForms(document, left, right));
  const forms = schema.unevaluatedProperties === false ? merged.map(closeForm) : merged;
  const hasNull = forms.some((form) => isEqualForm(form, NULL));
  return nullable === true && !hasNull ? [...forms, NULL] : forms;
}

const resolvedForms = new WeakMap<Schema, readonly Form[]>();

/** The forms of a schema without references. */
export function resolvedFormsOf(document: OpenApiDocument, schema: Schema): readonly Form[] {
  const known = resolvedForms.get(schema);
  if (known !== undefined) return known;
  const forms = formsOf(document, schema).flatMap((form) => resolveForm(document, form));
  resolvedForms.set(schema, forms);
  return forms;
}

/** The forms behind a reference, which may refer to another. */
export function resolveForm(document: OpenApiDocument, form: Form): readonly Form[] {
  if (form.kind !== 'reference') return [form];
  const schema = document.components.schemas[form.name];
  if (schema === undefined) throw new Error(`there is no component ${form.name}`);
  return resolvedFormsOf(document, schema).map((each) =>
    each.kind === 'object' && each.component === null ? { ...each, component: form.name } : each,
  );
}

function isEqualForm(a: Form, b: Form): boolean {
  return a.kind === 'word' && b.kind === 'word' && a.word === b.word;
}

function closeForm(form: Form): Form {
  return form.kind === 'object' ? { ...form, isClosed: true } : form;
}

function wordForms(schema: Schema): readonly Form[] | null {
  const words = 'const' in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(words)) return null;
  const texts = new Set(words.map((word) => JSON.stringify(word)));
  return [...texts].map((word) => ({ kind: 'word', word }));
}

/** The form of a schema with one type, without its unions. */
function ownForm(schema: Schema): Form {
  switch (schema.type) {
    case 'null':
      return NULL;
    case 'array':
      return arrayForm(schema);
    case 'object':
      return objectForm(schema);
    case 'integer':
      return { kind: 'scalar', type: integerType(schema), schema };
    case undefined:
      return OBJECT_WORDS.some((word) => word in schema) ? objectForm(schema) : ANY;
    default:
      return { kind: 'scalar', type: String(schema.type), schema };
  }
}

function integerType({ format }: Schema): string {
  const name = typeof format === 'string' ? format : 'integer';
  return FORMATS[name] ?? name;
}

function arrayForm({ items, prefixItems, minItems, maxItems }: Schema): Form {
  const tuple = prefixItems ?? (Array.isArray(items) ? items : undefined);
  if (tuple !== undefined) return { kind: 'tuple', items: tuple as readonly Schema[] };
  const item = (items ?? {}) as Schema;
  if (typeof minItems !== 'number' || minItems !== maxItems) return { kind: 'array', items: item };
  return { kind: 'tuple', items: Array.from({ length: minItems }, () => item) };
}

function objectForm(schema: Schema): Form {
  const { properties, required, additionalProperties } = schema;
  const requiredNames = (required ?? []) as readonly string[];
  const schemas = (properties ?? {}) as Readonly<Record<string, Schema>>;
  const names = new Set([...Object.keys(schemas), ...requiredNames]);
  const fields = [...names].map((name) => {
    const field = { schema: schemas[name] ?? {}, isRequired: requiredNames.includes(name) };
    return [name, field] as const;
  });
  const [pattern] = Object.values(
    (schema.patternProperties ?? {}) as Readonly<Record<string, Schema>>,
  );
  const rest = pattern ?? additionalProperties;
  return {
    kind: 'object',
    component: null,
    fields: new Map(fields),
    isClosed: additionalProperties === false,
    rest: typeof rest === 'object' && rest !== null ? (rest as Schema) : null,
  };
}

/** Both at once: each form of one list with each form of the other. */
function mergeForms(
  document: OpenApiDocument,
  left: readonly Form[],
  right: readonly Form[],
): readonly Form[] {
  if (left.every(isUnbounded)) return right;
  if (right.every(isUnbounded)) return left;
  const resolve = (form: Form) => resolveForm(document, form);
  return left.flatMap(resolve).flatMap((a) => right.flatMap(resolve).map((b) => mergeForm(a, b)));
}

/** Whether a form allows every object, so that it adds nothing to one with fields. */
function isUnbounded(form: Form): boolean {
  if (form.kind === 'any') return true;
  if (form.kind !== 'object') return false;
  return form.fields.size === 0 && form.rest === null && !form.isClosed;
}

function mergeForm(a: Form, b: Form): Form {
  if (a.kind !== 'object' || b.kind !== 'object')
    return b.kind === 'any' || a.kind === 'word' ? a : b;
  const fields = new Map(a.fields);
  for (const [name, field] of b.fields) {
    const known = fields.get(name);
    const schema = known === undefined ? field.schema : { allOf: [known.schema, field.schema] };
    fields.set(name, { schema, isRequired: field.isRequired || known?.isRequired === true });
  }
  return {
    kind: 'object',
    component: a.component ?? b.component,
    fields,
    rest: a.rest ?? b.rest,
    isClosed: a.isClosed || b.isClosed,
  };
}
