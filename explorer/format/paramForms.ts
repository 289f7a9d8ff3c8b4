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
  readonly items?: Schema;
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** The schema with its components in place; one that contains itself ends there. */
export function inlineRefs(
  schema: Schema,
  components: Readonly<Record<string, Schema>>,
  open: readonly string[] = [],
): Schema {
  const inner = (part: Schema) => inlineRefs(part, components, open);
  const { $ref, properties, oneOf, anyOf, allOf, items, ...rest } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    const component = components[name];
    if (component === undefined || open.includes(name)) return rest;
    return { ...inlineRefs(component, components, [...open, name]), ...rest };
  }
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, inner(property)]),
      ),
    }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(items && { items: inner(items) }),
  };
}

export interface ParamField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export type ParamForm = readonly ParamField[];

/** Every set of fields that is an object of the schema; other shapes are omitted. */
export function listForms(schema: Schema): ParamForm[] {
  const { allOf, properties, required = [] } = schema;
  const alternatives = listAlternatives(schema);
  if (alternatives !== null) return alternatives.flatMap(listForms);
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
    schema: withoutNull(field),
  }));
  return [fields];
}

function listAlternatives({ oneOf, anyOf }: Schema): readonly Schema[] | null {
  return oneOf ?? anyOf ?? null;
}

/** What a field holds if it is not empty. */
function withoutNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  const others = anyOf?.filter((part) => !isNull(part));
  if (others === undefined || others.length === anyOf?.length) return schema;
  return others.length === 1 ? { ...others[0], ...rest } : { ...rest, anyOf: others };
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
  const { type } = schema;
  const alternatives = listAlternatives(schema);
  if (alternatives !== null) {
    const fitting = alternatives.find((choice) => choice.type === 'integer' && /^\d+$/.test(text));
    return formatValue(fitting ?? alternatives.find(isText) ?? {}, text);
  }
  if (isText(schema)) return JSON.stringify(text);
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && !/^[-\d.eE+]+$/.test(text) ? JSON.stringify(text) : text;
}

function isText({ type, enum: words }: Schema): boolean {
  return type === 'string' || words !== undefined;
}

function isNull({ type, enum: words }: Schema): boolean {
  return type === 'null' || (words?.length === 1 && words[0] === null);
}
