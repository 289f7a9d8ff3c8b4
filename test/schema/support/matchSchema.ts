// Whether a JSON value fits a schema. It reads the schema as it goes, so nothing has to be compiled
// before the first response is checked; test/schema/recordedResponses.test.ts compares it with a
// real validator. It does not check that a value fits only one member of a `oneOf`.

import type { OpenApiDocument, Schema } from './schemaDocument.ts';
import { type Form, type ObjectForm, resolvedFormsOf, type ScalarForm } from './schemaForms.ts';

/** The path of what does not fit and what was expected there, or null if the value fits. */
export function findMismatch(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  path = '',
): string | null {
  const forms = resolvedFormsOf(document, schema);
  const mismatches: string[] = [];
  for (const form of forms) {
    const mismatch = findFormMismatch(document, form, value, path);
    if (mismatch === null) return null;
    mismatches.push(mismatch);
  }
  // The deepest one is usually of the member that was meant.
  return mismatches.reduce((a, b) => (depthOf(b) > depthOf(a) ? b : a));
}

export function matchesForm(document: OpenApiDocument, form: Form, value: unknown): boolean {
  return findFormMismatch(document, form, value, '') === null;
}

function depthOf(mismatch: string): number {
  return mismatch.split('/').length;
}

function findFormMismatch(
  document: OpenApiDocument,
  form: Form,
  value: unknown,
  path: string,
): string | null {
  const fail = (what: string) => `${path}: expected ${what}`;
  switch (form.kind) {
    case 'any':
      return null;
    case 'word':
      return JSON.stringify(value) === form.word ? null : fail(form.word);
    case 'scalar':
      return matchesScalar(form, value) ? null : fail(form.type);
    case 'object':
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return fail('an object');
      }
      return findFieldMismatch(document, form, value as Readonly<Record<string, unknown>>, path);
    case 'array':
    case 'tuple': {
      if (!Array.isArray(value)) return fail('an array');
      const { items } = form;
      if (Array.isArray(items) && items.length !== value.length) return fail(`${items.length}`);
      for (const [index, item] of value.entries()) {
        const schema = form.kind === 'tuple' ? form.items[index] : form.items;
        const mismatch = findMismatch(document, schema as Schema, item, `${path}/${index}`);
        if (mismatch !== null) return mismatch;
      }
      return null;
    }
    default:
      throw new Error('references are resolved before');
  }
}

function findFieldMismatch(
  document: OpenApiDocument,
  { fields, rest, isClosed }: ObjectForm,
  value: Readonly<Record<string, unknown>>,
  path: string,
): string | null {
  for (const [name, { isRequired }] of fields) {
    if (isRequired && !Object.hasOwn(value, name)) return `${path}/${name}: missing`;
  }
  for (const [name, item] of Object.entries(value)) {
    const schema = fields.get(name)?.schema ?? rest;
    if (schema === null && isClosed) return `${path}/${name}: unknown`;
    const mismatch =
      schema === null ? null : findMismatch(document, schema, item, `${path}/${name}`);
    if (mismatch !== null) return mismatch;
  }
  return null;
}

function matchesScalar({ schema }: ScalarForm, value: unknown): boolean {
  const { type, minimum, maximum, pattern } = schema;
  switch (type) {
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (type === 'number' || Number.isInteger(value)) &&
        !(typeof minimum === 'number' && value < minimum) &&
        !(typeof maximum === 'number' && value > maximum)
      );
    case 'string':
      return (
        typeof value === 'string' &&
        (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value))
      );
    default:
      return typeof value === type;
  }
}
