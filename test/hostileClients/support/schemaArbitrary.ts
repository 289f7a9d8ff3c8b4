// Random params of a method, generated from its schema in the registry: most are nearly right, so
// that they get past the first check.

import fc from 'fast-check';
import { bytesToBase64 } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import type { Describe, Schema, SchemaScope } from '../../../src/codec/schema.ts';

interface Parts {
  /** The name of the component. */
  readonly title?: string;
  readonly type?: string;
  readonly contentEncoding?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
}

/** What params are built from. */
export interface Ingredients {
  readonly accountIds: readonly string[];
  readonly hashes: readonly string[];
  readonly transactions: readonly string[];
  /** Larger integers would keep the chain busy for long. */
  readonly integerMax?: number;
}

const ODD_TEXTS = [
  '',
  '\0',
  '__proto__',
  'constructor',
  '\ud800',
  '𝔫𝔢𝔞𝔯',
  'a'.repeat(300),
  '../..',
];
const ODD_INTEGERS = [0, 1, -1, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, -0.5];

/** The schema of params with every component in place; one that contains itself ends there. */
export function inlineSchema(describe: Describe): Schema {
  const open: string[] = [];
  const scope: SchemaScope = {
    side: 'accepted',
    ref: (name, inner) => {
      if (open.includes(name)) return {};
      open.push(name);
      const schema = { title: name, ...inner(scope) };
      open.pop();
      return schema;
    },
  };
  return describe(scope);
}

/** Values of the schema, and one time in eight any JSON instead. */
export function valuesOf(schema: Schema, ingredients: Ingredients): fc.Arbitrary<unknown> {
  const anything = fc.jsonValue({ maxDepth: 3 });
  return fc.oneof(
    { weight: 7, arbitrary: build(schema, ingredients) },
    { weight: 1, arbitrary: anything },
  );
}

function build(schema: Schema, ingredients: Ingredients): fc.Arbitrary<unknown> {
  const parts = schema as Parts;
  const inner = (schema: Schema) => valuesOf(schema, ingredients);
  const alternatives = parts.oneOf ?? parts.anyOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(inner));
  if (parts.allOf !== undefined) {
    const all = parts.allOf.map((schema) => build(schema, ingredients));
    return fc.tuple(...all).map((records) => Object.assign({}, ...records.filter(isObject)));
  }
  if (parts.enum !== undefined) return fc.constantFrom(...parts.enum);
  switch (parts.type) {
    case 'object': {
      const { properties = {}, required = [] } = parts;
      const model = Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, inner(v)]));
      return fc.record(model, { requiredKeys: [...required] });
    }
    case 'array': {
      if (parts.prefixItems !== undefined) return fc.tuple(...parts.prefixItems.map(inner));
      return fc.array(inner(parts.items ?? {}), { maxLength: 4 });
    }
    case 'integer':
      return integers(parts, ingredients);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return texts(parts.contentEncoding ?? parts.title, ingredients);
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function integers({ minimum = 0, maximum }: Parts, { integerMax }: Ingredients) {
  const most = integerMax ?? maximum ?? 1_000;
  const usual = fc.integer({ min: Math.min(minimum, most), max: Math.min(most, maximum ?? most) });
  if (integerMax !== undefined) return usual;
  return fc.oneof({ weight: 4, arbitrary: usual }, fc.constantFrom(...ODD_INTEGERS));
}

const KEY = formatPublicKey(secretToPublic(keyFromSeed('ed25519', 'somebody')));

function texts(kind: string | undefined, ingredients: Ingredients): fc.Arbitrary<string> {
  const bytes = fc.uint8Array({ maxLength: 200 });
  const known: Record<string, fc.Arbitrary<string>> = {
    AccountId: fc.constantFrom(...ingredients.accountIds, 'nobody.near', 'a.b.c'),
    PublicKey: fc.constantFrom(KEY, 'ed25519:1', 'secp256k1:1111', 'ml-dsa-65:11'),
    CryptoHash: fc.oneof(
      fc.constantFrom(...ingredients.hashes),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map(formatHash),
    ),
    base64: bytes.map(bytesToBase64),
    SignedTransaction: mutatedTransactions(ingredients),
  };
  const usual = known[kind ?? ''] ?? fc.string({ maxLength: 40 });
  return fc.oneof({ weight: 5, arbitrary: usual }, fc.constantFrom(...ODD_TEXTS));
}

/** Signed transactions with some bytes changed, or cut off. */
function mutatedTransactions({ transactions }: Ingredients): fc.Arbitrary<string> {
  const change = fc.record({ at: fc.nat(1_000), byte: fc.nat(255) });
  return fc
    .tuple(
      fc.constantFrom(...transactions),
      fc.array(change, { maxLength: 3 }),
      fc.option(fc.nat(400)),
    )
    .map(([text, changes, length]) => {
      const bytes = Buffer.from(text, 'base64');
      for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
      return bytes.subarray(0, length ?? bytes.length).toString('base64');
    });
}
