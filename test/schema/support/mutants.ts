// Small changes to a response that its schema has to notice: a field dropped, a value of another
// type, an unknown word, an unknown variant. What the schema allows at that very place is left out:
// an optional field, or a value that one of its forms there accepts.

import { matchesForm } from './matchSchema.ts';
import type { OpenApiDocument, Schema } from './schemaDocument.ts';
import { type Form, type ObjectForm, resolvedFormsOf } from './schemaForms.ts';

export interface Mutant {
  /** What is changed where; indexes are left out. */
  readonly name: string;
  readonly apply: () => void;
  readonly undo: () => void;
}

export interface MutantSink {
  mutant(mutant: Mutant): void;
  /** A key that no schema describes. */
  undescribed(place: string): void;
  /** A place where any JSON is allowed. */
  free(place: string): void;
  /** A field that may be left out, and whether it is there. */
  optional(field: string, isPresent: boolean): void;
}

export type Container = Record<string | number, unknown>;

const UNKNOWN = 'Unknown!';
const REPLACEMENTS: readonly unknown[] = [null, true, -1, 1.5, UNKNOWN, [], {}];

/** Walks valid objects next to their schema. */
export class MutantMaker {
  readonly #document: OpenApiDocument;
  readonly #sink: MutantSink;

  constructor(document: OpenApiDocument, sink: MutantSink) {
    this.#document = document;
    this.#sink = sink;
  }

  /** @param place what the object is called in the names of mutants */
  walk(schema: Schema, object: Container, place: string): void {
    const forms = resolvedFormsOf(this.#document, schema).filter((form) =>
      matchesForm(this.#document, form, object),
    );
    this.#walkObject(forms.filter(isObject), object, place);
  }

  #walk(schemas: readonly Schema[], container: Container, key: string | number, place: string) {
    const value = container[key];
    const allowed = schemas.flatMap((schema) => resolvedFormsOf(this.#document, schema));
    const forms = allowed.filter((form) => matchesForm(this.#document, form, value));
    if (forms.some(isFree)) this.#sink.free(place);
    for (const replacement of REPLACEMENTS) {
      const isAllowed = allowed.some((form) => matchesForm(this.#document, form, replacement));
      if (isAllowed) continue;
      this.#replace(container, key, replacement, `${place} = ${JSON.stringify(replacement)}`);
    }
    if (Array.isArray(value)) this.#walkArray(forms, value, place);
    else if (typeof value === 'object' && value !== null) {
      this.#walkObject(forms.filter(isObject), value as Container, place);
    }
  }

  #replace(container: Container, key: string | number, replacement: unknown, name: string) {
    const value = container[key];
    this.#sink.mutant({
      name,
      apply: () => {
        container[key] = replacement;
      },
      undo: () => {
        container[key] = value;
      },
    });
  }

  #walkArray(forms: readonly Form[], items: unknown[], place: string) {
    const isTuple = forms.some(({ kind }) => kind === 'tuple');
    if (isTuple) {
      const last = items.at(-1);
      const undo = () => items.push(last);
      this.#sink.mutant({ name: `${place} shortened`, apply: () => items.pop(), undo });
    }
    for (const index of items.keys()) {
      const schemas = forms.flatMap((form) => {
        if (form.kind === 'array') return [form.items];
        return form.kind === 'tuple' ? [form.items[index] as Schema] : [];
      });
      const itemPlace = isTuple ? `${place}[${index}]` : `${place}[]`;
      this.#walk(schemas, items as unknown as Container, index, itemPlace);
    }
  }

  #walkObject(forms: readonly ObjectForm[], object: Container, place: string) {
    for (const { component, fields } of forms) {
      for (const [name, { isRequired }] of fields) {
        if (isRequired) continue;
        this.#sink.optional(`${component ?? place}.${name}`, Object.hasOwn(object, name));
      }
    }
    for (const key of Object.keys(object)) {
      const described = forms.filter(({ fields, rest }) => fields.has(key) || rest !== null);
      const isEntry = described.some(({ fields }) => !fields.has(key));
      const keyPlace = isEntry ? `${place}{}` : `${place}.${key}`;
      const isFreeObject = forms.every(isFree);
      if (!isFreeObject && described.length === 0) this.#sink.undescribed(keyPlace);
      if (described.length === 0) continue;
      const isRequired = described.every(({ fields }) => fields.get(key)?.isRequired === true);
      if (isRequired) this.#drop(object, key, keyPlace);
      const isTag = described.every(({ fields }) => fields.size === 1);
      if (isRequired && isTag) this.#rename(object, key, keyPlace);
      const schemas = described.map(({ fields, rest }) => fields.get(key)?.schema ?? rest);
      this.#walk(schemas as Schema[], object, key, keyPlace);
    }
  }

  #drop(object: Container, key: string, place: string) {
    const value = object[key];
    this.#sink.mutant({
      name: `${place} dropped`,
      apply: () => delete object[key],
      undo: () => {
        object[key] = value;
      },
    });
  }

  #rename(object: Container, key: string, place: string) {
    const value = object[key];
    this.#sink.mutant({
      name: `${place} renamed`,
      apply: () => {
        delete object[key];
        object[UNKNOWN] = value;
      },
      undo: () => {
        delete object[UNKNOWN];
        object[key] = value;
      },
    });
  }
}

/** Whether a form says nothing about the value, or nothing about the keys of an object. */
function isFree(form: Form): boolean {
  if (form.kind !== 'object') return form.kind === 'any';
  return form.fields.size === 0 && form.rest === null && !form.isClosed;
}

function isObject(form: Form): form is ObjectForm {
  return form.kind === 'object';
}
