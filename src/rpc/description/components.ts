// Collects the named schemas of a description. A type that is both written and accepted is one
// component if the two forms are equal; otherwise the accepted one is called `NameInput`.

import { assert } from '../../base/assert.ts';
import type { Describe, Schema, SchemaScope, Side } from '../../codec/schema.ts';

const PREFIX = '#/components/schemas/';

/** Describes types; components that they refer to are added to a map. */
export interface Describer {
  written(describe: Describe): Schema;
  accepted(describe: Describe): Schema;
  /** Adds a component whose schema is known. */
  add(name: string, schema: Schema): Schema;
}

function refTo(name: string): Schema {
  return { $ref: `${PREFIX}${name}` };
}

/** Runs `describe` and returns what it described, with all components sorted by name. */
export function collectComponents<T>(describe: (describer: Describer) => T): {
  readonly described: T;
  readonly components: Readonly<Record<string, Schema>>;
} {
  const separate = new Collection((name, side) => `${side} ${name}`);
  describe(separate);
  const different = findDifferent(separate.schemas);
  const collection = new Collection((name, side) =>
    side === 'accepted' && different.has(name) ? `${name}Input` : name,
  );
  const described = describe(collection);
  const sorted = [...collection.schemas].sort(([a], [b]) => (a < b ? -1 : 1));
  return { described, components: Object.fromEntries(sorted) };
}

class Collection implements Describer {
  readonly schemas = new Map<string, Schema>();
  readonly #sources = new Map<string, Set<Describe>>();
  readonly #nameOf: (name: string, side: Side) => string;

  constructor(nameOf: (name: string, side: Side) => string) {
    this.#nameOf = nameOf;
  }

  written(describe: Describe): Schema {
    return describe(this.#scope('written'));
  }

  accepted(describe: Describe): Schema {
    return describe(this.#scope('accepted'));
  }

  add(name: string, schema: Schema): Schema {
    this.#set(name, schema);
    return refTo(name);
  }

  #scope(side: Side): SchemaScope {
    const scope: SchemaScope = {
      side,
      ref: (name, describe) => {
        const key = this.#nameOf(name, side);
        const sources = this.#sources.get(key) ?? new Set();
        if (!sources.has(describe)) {
          // Noted first: the schema may refer to itself.
          this.#sources.set(key, sources.add(describe));
          this.#set(key, describe(scope));
        }
        return refTo(key);
      },
    };
    return scope;
  }

  /** A name means one schema, even if several files declare it. */
  #set(name: string, schema: Schema): void {
    const known = this.schemas.get(name);
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(schema);
    assert(isSame, `two types are called ${name}`);
    this.schemas.set(name, schema);
  }
}

/** The names whose accepted form differs from the written one, directly or in what it refers to. */
function findDifferent(schemas: ReadonlyMap<string, Schema>): ReadonlySet<string> {
  const texts = new Map([...schemas].map(([key, schema]) => [key, JSON.stringify(schema)]));
  const inputs = [...texts].flatMap(([key, text]) => {
    const name = key.startsWith('accepted ') ? key.slice('accepted '.length) : null;
    const written = name === null ? undefined : texts.get(`written ${name}`);
    return name === null || written === undefined ? [] : [{ name, text, written }];
  });
  const different = new Set<string>();
  const normalize = (text: string) => text.replaceAll(`${PREFIX}accepted `, `${PREFIX}written `);
  const refersTo = (text: string, name: string) => text.includes(`${PREFIX}accepted ${name}"`);
  for (let size = -1; size < different.size; ) {
    size = different.size;
    for (const { name, text, written } of inputs) {
      if (different.has(name)) continue;
      const isDifferent = normalize(text) !== written;
      if (isDifferent || [...different].some((other) => refersTo(text, other))) different.add(name);
    }
  }
  return different;
}
