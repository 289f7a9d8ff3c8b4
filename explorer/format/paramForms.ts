// The forms for the params of a method, and the JSON of a filled form.

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface ParamField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export type ParamForm = readonly ParamField[];

/** Every set of fields that is an object of the schema; other shapes are omitted. */
export function listForms(schema: Schema): ParamForm[] {
  const { oneOf, allOf, properties, required = [] } = schema;
  if (oneOf !== undefined) return oneOf.flatMap(listForms);
  if (allOf !== undefined) {
    return allOf.reduce<ParamForm[]>(
      (forms, part) => forms.flatMap((left) => listForms(part).map((right) => [...left, ...right])),
      [[]],
    );
  }
  if (properties === undefined) return [];
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    isRequired: required.includes(name),
    schema: field,
  }));
  return [fields];
}

/** A field with a single possible value names the form. */
export function fixedValue({ schema }: ParamField): string | null {
  const [only, ...others] = schema.enum ?? [];
  return only !== undefined && others.length === 0 ? String(only) : null;
}

export function nameForm(form: ParamForm): string {
  const names = form.map((field) => fixedValue(field) ?? field.name);
  return names.length === 0 ? 'nothing' : names.join(', ');
}

/** The params as JSON; empty fields are omitted. */
export function formatParams(form: ParamForm, values: Readonly<Record<string, string>>): string {
  const members = form.flatMap((field) => {
    const text = fixedValue(field) ?? values[field.name] ?? '';
    const isWanted = text !== '' || (field.isRequired && isText(field.schema));
    return isWanted ? [`${JSON.stringify(field.name)}:${formatValue(field.schema, text)}`] : [];
  });
  return `{${members.join(',')}}`;
}

/** Digits stay as they are, so that a number is never rounded. */
function formatValue(schema: Schema, text: string): string {
  const { oneOf, type } = schema;
  if (oneOf !== undefined) {
    const fitting = oneOf.find((choice) => choice.type === 'integer' && /^\d+$/.test(text));
    return formatValue(fitting ?? oneOf.find(isText) ?? {}, text);
  }
  if (isText(schema)) return JSON.stringify(text);
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && !/^[-\d.eE+]+$/.test(text) ? JSON.stringify(text) : text;
}

function isText({ type, enum: words }: Schema): boolean {
  return type === 'string' || words !== undefined;
}
