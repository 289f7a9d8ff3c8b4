// Arguments of a call against the method's ABI: what is missing, what is unknown, and what has
// another type. Only what a schema states plainly is checked; a contract may still refuse the rest.

import type { AbiChoice } from './abiDocument.ts';
import type { AbiField, DescribedMethod, FieldSchema } from './contractAbi.ts';

/** What is wrong with the arguments, one sentence part each; empty if they fit. */
export function checkArguments({ form }: DescribedMethod, given: unknown): string[] {
  if (form === null) return [];
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return form.length === 0 ? [] : ['the arguments are not an object'];
  }
  const values = given as Readonly<Record<string, unknown>>;
  const known = new Set(form.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  return [
    ...form.flatMap((field) => checkField(field, values[field.name])),
    ...unknown.map((name) => `there is no argument '${name}'`),
  ];
}

function checkField({ name, isRequired, schema }: AbiField, value: unknown): string[] {
  if (value === undefined || value === null) {
    return isRequired && schema.type !== undefined ? [`'${name}' is missing`] : [];
  }
  return fits(schema, value) ? [] : [`'${name}' is not ${nameType(schema)}`];
}

function fits({ type, isMixed, enum: choices }: FieldSchema, value: unknown): boolean {
  if (choices !== undefined && !choices.includes(value as AbiChoice)) return false;
  if (isMixed) return true;
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return typeof value === 'bigint' || typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return true;
  }
}

function nameType({ type, format, enum: choices }: FieldSchema): string {
  if (choices !== undefined) return `one of ${choices.join(', ')}`;
  return `${format ?? type}`;
}
