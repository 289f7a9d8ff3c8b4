// Compares the components of two OpenAPI documents by name, in structure: fields, types, words and
// the variants of unions. What we write may require more fields than the official document says,
// leave an optional one out instead of writing null, and have integers of a smaller range; what we
// accept may require fewer fields. Everything else is a difference, named by its path.

import {
  collectComponents,
  listMethodPaths,
  type OpenApiDocument,
  requestOf,
  type Schema,
} from './schemaDocument.ts';
import {
  type Form,
  formsOf,
  type ObjectForm,
  resolveForm,
  type ScalarForm,
} from './schemaForms.ts';

export interface Comparison {
  /** Components of the official document that ours does not have. */
  readonly missing: readonly string[];
  readonly differences: readonly string[];
}

/** Our name for the accepted form of a component that is written differently. */
const INPUT = 'Input';
const INPUT_NAME = new RegExp(`${INPUT}$`);

export function compareComponents(official: OpenApiDocument, ours: OpenApiDocument): Comparison {
  const schemas = ours.components.schemas;
  const requests = listMethodPaths(ours).map((path) => requestOf(ours, path));
  const accepted = collectComponents(ours, requests);
  const missing: string[] = [];
  const differences = Object.keys(official.components.schemas).flatMap((name) => {
    const names = [name, `${name}${INPUT}`].filter((each) => each in schemas);
    if (names.length === 0) missing.push(name);
    return names.flatMap((ourName) => {
      const comparer = new Comparer(official, ours, accepted.has(ourName));
      return comparer.compareComponent(name, ourName);
    });
  });
  return { missing, differences };
}

class Comparer {
  readonly #official: OpenApiDocument;
  readonly #ours: OpenApiDocument;
  readonly #isAccepted: boolean;
  /** Pairs under comparison, for types that contain themselves. */
  readonly #open = new Set<string>();

  constructor(official: OpenApiDocument, ours: OpenApiDocument, isAccepted: boolean) {
    this.#official = official;
    this.#ours = ours;
    this.#isAccepted = isAccepted;
  }

  compareComponent(name: string, ourName: string): string[] {
    const official = this.#official.components.schemas[name] as Schema;
    const ours = this.#ours.components.schemas[ourName] as Schema;
    return this.#compareSchemas(official, ours, ourName);
  }

  #compareSchemas(official: Schema, ours: Schema, path: string): string[] {
    return this.#compareForms(formsOf(this.#official, official), formsOf(this.#ours, ours), path);
  }

  /** Two unions; a type that is not a union is one with a single member. */
  #compareForms(official: readonly Form[], ours: readonly Form[], path: string): string[] {
    const known = new Set(official.map(identityOf));
    const own = new Set(ours.map(identityOf));
    const expected = official.filter((form) => hasParts(form) || !own.has(identityOf(form)));
    const found = ours.filter((form) => hasParts(form) || !known.has(identityOf(form)));
    const isResolved = [...expected, ...found].every(({ kind }) => kind !== 'reference');
    if (isResolved) return this.#compareMembers(expected, found, path);
    const pair = JSON.stringify([expected.map(describeForm), found.map(describeForm)]);
    if (this.#open.has(pair)) return [];
    this.#open.add(pair);
    const differences = this.#compareForms(
      expected.flatMap((form) => resolveForm(this.#official, form)),
      found.flatMap((form) => resolveForm(this.#ours, form)),
      path,
    );
    this.#open.delete(pair);
    return differences;
  }

  /** Each member that is expected is compared with the one found that resembles it most. */
  #compareMembers(expected: readonly Form[], found: readonly Form[], path: string): string[] {
    const left = [...found];
    const isSole = expected.length === 1 && found.length === 1;
    const costs = new Map(
      expected.map((form) => [
        form,
        Math.min(...found.map((other) => this.#costOf(form, other, isSole))),
      ]),
    );
    // Equal members first, so that none is taken by another one that resembles it.
    const sorted = expected.toSorted((a, b) => (costs.get(a) as number) - (costs.get(b) as number));
    const differences = sorted.flatMap((form) => {
      const ranks = left.map((other) => this.#costOf(form, other, isSole));
      const cost = Math.min(...ranks);
      if (cost === Number.POSITIVE_INFINITY) return [`${path}: lacks ${describeForm(form)}`];
      const [other] = left.splice(ranks.indexOf(cost), 1);
      return this.#compareForm(form, other as Form, path) ?? [];
    });
    return [...differences, ...left.map((form) => `${path}: adds ${describeForm(form)}`)];
  }

  /** How much two members differ; infinite if one cannot be meant for the other. */
  #costOf(official: Form, ours: Form, isSole: boolean): number {
    const differences = this.#compareForm(official, ours, '');
    if (differences === null) return Number.POSITIVE_INFINITY;
    const isMeant = isSole || hasSameTag(official, ours) || differences.length < sizeOf(official);
    return isMeant ? differences.length : Number.POSITIVE_INFINITY;
  }

  /** The differences of two members, or null if they are of different kinds. */
  #compareForm(official: Form, ours: Form, path: string): string[] | null {
    if (official.kind === 'object' && ours.kind === 'object') {
      return this.#compareObjects(official, ours, path);
    }
    if (official.kind === 'array' && ours.kind === 'array') {
      return this.#compareSchemas(official.items, ours.items, `${path}[]`);
    }
    if (official.kind === 'tuple' && ours.kind === 'tuple') {
      if (official.items.length !== ours.items.length) return null;
      return official.items.flatMap((item, index) =>
        this.#compareSchemas(item, ours.items[index] as Schema, `${path}[${index}]`),
      );
    }
    if (official.kind === 'scalar' && ours.kind === 'scalar') {
      const [narrow, wide] = this.#isAccepted ? [official, ours] : [ours, official];
      if (isWithin(narrow, wide)) return [];
    }
    return describeForm(official) === describeForm(ours) ? [] : null;
  }

  #compareObjects(official: ObjectForm, ours: ObjectForm, path: string): string[] {
    const names = new Set([...official.fields.keys(), ...ours.fields.keys()]);
    const differences = [...names].flatMap((name) => {
      const fieldPath = `${path}.${name}`;
      const expected = official.fields.get(name);
      const found = ours.fields.get(name);
      if (expected === undefined) return [`${fieldPath}: added`];
      if (found === undefined) return [`${fieldPath}: missing`];
      const isLoose = this.#isAccepted
        ? found.isRequired && !expected.isRequired
        : expected.isRequired && !found.isRequired;
      const requirement = found.isRequired ? 'required' : 'not required';
      const isOmitted = !this.#isAccepted && !expected.isRequired && !found.isRequired;
      const inner = this.#compareSchemas(expected.schema, found.schema, fieldPath);
      return [
        ...(isLoose ? [`${fieldPath}: ${requirement}`] : []),
        ...inner.filter((line) => !(isOmitted && line === `${fieldPath}: lacks null`)),
      ];
    });
    if (official.rest === null && ours.rest === null) return differences;
    const rest = this.#compareSchemas(official.rest ?? {}, ours.rest ?? {}, `${path}{}`);
    return [...differences, ...rest];
  }
}

function hasParts({ kind }: Form): boolean {
  return kind === 'object' || kind === 'array' || kind === 'tuple';
}

/** Equal for forms without parts that are the same; references are compared by name. */
function identityOf(form: Form): string {
  const text = describeForm(form);
  return form.kind === 'reference' ? text.replace(INPUT_NAME, '') : text;
}

/** Whether all integers of a type are also of another one. */
function isWithin(narrow: ScalarForm, wide: ScalarForm): boolean {
  const [inner, outer] = [rangeOf(narrow), rangeOf(wide)];
  if (inner === null || outer === null) return false;
  return inner[0] >= outer[0] && inner[1] <= outer[1];
}

function rangeOf({ type, schema }: ScalarForm): readonly [number, number] | null {
  const [, sign, bits] = /^(u?)int(\d+)$/.exec(type) ?? [];
  if (bits === undefined) return null;
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number };
  const size = sign === 'u' ? 2 ** Number(bits) : 2 ** (Number(bits) - 1);
  return [minimum ?? (sign === 'u' ? 0 : -size), maximum ?? size - 1];
}

/** Whether two members of a union have the same name: their only key, or a field with one word. */
function hasSameTag(a: Form, b: Form): boolean {
  const tags = [a, b].map((form) => (form.kind === 'object' ? tagsOf(form) : []));
  return tags[0]?.some((tag) => tags[1]?.includes(tag)) ?? false;
}

function tagsOf({ fields }: ObjectForm): string[] {
  const [first] = fields.keys();
  const words = [...fields].map(describeField).filter((text) => text.includes(': '));
  return fields.size === 1 && first !== undefined ? [first, ...words] : words;
}

function sizeOf(form: Form): number {
  return form.kind === 'object' ? Math.max(1, form.fields.size) : 1;
}

/** A form in a few words. */
function describeForm(form: Form): string {
  switch (form.kind) {
    case 'reference':
      return form.name;
    case 'scalar':
      return form.type;
    case 'word':
      return form.word;
    case 'object':
      return `{${[...form.fields].map(describeField).join(', ')}}`;
    case 'tuple':
      return `array of ${form.items.length}`;
    default:
      return form.kind;
  }
}

function describeField([name, { schema }]: readonly [string, { schema: Schema }]): string {
  const words = 'const' in schema ? [schema.const] : schema.enum;
  return Array.isArray(words) && words.length === 1 ? `${name}: ${words[0]}` : name;
}
