// The ABI of a contract: a near-abi document as its SDK embeds it, compressed or not. Also runs in
// browsers, so it imports nothing of Node. At most 4 MiB are decompressed.

import {
  type AbiArgument,
  type AbiChoice,
  type AbiDocument,
  type AbiFunction,
  type AbiSchema,
  type BorshType,
  readAbiDocument,
} from './abiDocument.ts';
import { decompressZstd, isZstd } from './zstd/decompress.ts';

export type { BorshType } from './abiDocument.ts';

/** Enough for ten thousand methods. */
const ABI_BYTES_MAX = 4 * 1024 * 1024;

/** What JSON Schema says of a value, as far as forms and checks need it. */
export interface FieldSchema {
  readonly type?: string;
  /** The name of the type as contracts write it, such as `uint32` or `AccountId`. */
  readonly format?: string;
  readonly enum?: readonly AbiChoice[];
  readonly description?: string;
  /** Whether values of further types are allowed. */
  readonly isMixed?: boolean;
}

export interface AbiField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: FieldSchema;
}

interface BorshField {
  readonly name: string;
  readonly type: BorshType;
}

export interface DescribedMethod {
  readonly kind: 'view' | 'call';
  readonly doc: string | null;
  /** Such as `payable` or `private`. */
  readonly modifiers: readonly string[];
  /** Null for a method whose arguments are not JSON. */
  readonly form: readonly AbiField[] | null;
  /** The types of arguments in Borsh; null for a method whose arguments are something else. */
  readonly borsh: readonly BorshField[] | null;
  /** The type of a result in Borsh; null for another result. */
  readonly borshResult: BorshType | null;
  /** Its name with the types of its arguments and result. */
  readonly signature: string;
}

export interface ContractAbi {
  /** Its name and version, if it says so. */
  readonly title: string;
  readonly methods: ReadonlyMap<string, DescribedMethod>;
}

/** The method in which SDKs embed the ABI. */
export const ABI_METHOD = '__contract_abi';

/** Throws with a reason if the bytes are not an ABI. */
export function parseAbi(bytes: Uint8Array): ContractAbi {
  const plain = isZstd(bytes) ? decompressZstd(bytes, ABI_BYTES_MAX) : bytes;
  const text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
  const { title, functions, definitions } = readAbiDocument(JSON.parse(text));
  return {
    title,
    methods: new Map(functions.map((method) => [method.name, describe(method, definitions)])),
  };
}

type Definitions = AbiDocument['definitions'];

function describe(method: AbiFunction, definitions: Definitions): DescribedMethod {
  const { name, kind, doc, modifiers, serialization, args, result } = method;
  const form = args.map(({ name: argument, schema }) => ({
    name: argument,
    isRequired: !schema.types.includes('null'),
    schema: resolve(schema, definitions),
  }));
  const listed = args.map((argument) => `${argument.name}: ${nameType(argument.schema)}`);
  const returned = result === null ? '' : ` → ${nameType(result.schema)}`;
  return {
    kind,
    doc,
    modifiers,
    form: serialization === 'json' ? form : null,
    borsh: serialization === 'borsh' ? listBorshFields(args) : null,
    borshResult: result?.serialization === 'borsh' ? (result.schema.borsh ?? null) : null,
    signature: `${name}(${listed.join(', ')})${returned}`,
  };
}

/** Null if one of them is not described. */
function listBorshFields(args: readonly AbiArgument[]): BorshField[] | null {
  const fields = args.flatMap(({ name, schema: { borsh } }) => {
    return borsh === undefined ? [] : [{ name, type: borsh }];
  });
  return fields.length === args.length ? fields : null;
}

/** As a form needs it: one type, with what a reference names. */
function resolve(schema: AbiSchema, definitions: Definitions): FieldSchema {
  const named = schema.ref === undefined ? undefined : definitions.get(schema.ref);
  const { enum: choices, description } = { ...named, ...schema };
  const [type, ...others] = (named ?? schema).types.filter((word) => word !== 'null');
  return {
    ...(type !== undefined && { type }),
    ...(others.length > 0 && { isMixed: true }),
    ...(choices !== undefined && { enum: choices }),
    ...(description !== undefined && { description }),
    format: nameType(schema),
  };
}

function nameType({ ref, borsh, types, format }: AbiSchema): string {
  if (ref !== undefined) return ref;
  if (borsh !== undefined) return borsh.declaration;
  return types.map((word) => (word === 'integer' ? (format ?? word) : word)).join(' or ') || 'any';
}
