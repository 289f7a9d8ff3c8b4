// The ABI of a contract: a near-abi document as its SDK embeds it, compressed or not. Also runs in
// browsers, so it imports nothing of Node. At most 4 MiB are decompressed.

import { decompressZstd, isZstd } from './zstd/decompress.ts';

/** Enough for ten thousand methods. */
const ABI_BYTES_MAX = 4 * 1024 * 1024;

/** What JSON Schema says of a value, as far as forms and checks need it. */
export interface FieldSchema {
  readonly type?: string;
  /** The name of the type as contracts write it, such as `uint32` or `AccountId`. */
  readonly format?: string;
  readonly enum?: readonly unknown[];
  /** Whether values of further types are allowed. */
  readonly isMixed?: boolean;
}

export interface AbiField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: FieldSchema;
}

/** A type in Borsh as its schema describes it: its name, and what the names in it stand for. */
export interface BorshType {
  readonly declaration: string;
  readonly definitions: Readonly<Record<string, unknown>>;
}

interface AbiSchema extends Omit<FieldSchema, 'type'>, Partial<BorshType> {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
}

interface AbiDocument {
  readonly metadata?: { readonly name?: string; readonly version?: string };
  readonly body: {
    readonly functions: readonly AbiFunction[];
    readonly root_schema?: { readonly definitions?: Readonly<Record<string, AbiSchema>> };
  };
}

interface AbiArgument {
  readonly name: string;
  readonly type_schema: AbiSchema;
}

interface AbiFunction {
  readonly name: string;
  readonly kind: 'view' | 'call';
  readonly doc?: string;
  readonly modifiers?: readonly string[];
  readonly params?: {
    readonly serialization_type?: string;
    readonly args?: readonly AbiArgument[];
  };
  readonly result?: { readonly serialization_type?: string; readonly type_schema?: AbiSchema };
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
  const { metadata, body }: AbiDocument = JSON.parse(
    new TextDecoder('utf-8', { fatal: true }).decode(plain),
  );
  const definitions = body.root_schema?.definitions ?? {};
  return {
    title: [metadata?.name, metadata?.version].filter(Boolean).join(' '),
    methods: new Map(body.functions.map((method) => [method.name, describe(method, definitions)])),
  };
}

function describe(method: AbiFunction, definitions: Readonly<Record<string, AbiSchema>>) {
  const { name, kind, doc = null, modifiers = [], params, result } = method;
  const args = params?.args ?? [];
  const form = args.map(({ name: argument, type_schema }) => ({
    name: argument,
    isRequired: !listTypes(type_schema).includes('null'),
    schema: resolve(type_schema, definitions),
  }));
  const listed = args.map((argument) => `${argument.name}: ${nameType(argument.type_schema)}`);
  const returned = result?.type_schema === undefined ? '' : ` → ${nameType(result.type_schema)}`;
  return {
    kind,
    doc,
    modifiers,
    form: (params?.serialization_type ?? 'json') === 'json' ? form : null,
    borsh: params?.serialization_type === 'borsh' ? listBorshFields(args) : null,
    borshResult: result?.serialization_type === 'borsh' ? asBorsh(result.type_schema) : null,
    signature: `${name}(${listed.join(', ')})${returned}`,
  };
}

/** Null if one of them is not described. */
function listBorshFields(args: readonly AbiArgument[]): BorshField[] | null {
  const fields = args.flatMap(({ name, type_schema }) => {
    const type = asBorsh(type_schema);
    return type === null ? [] : [{ name, type }];
  });
  return fields.length === args.length ? fields : null;
}

function asBorsh({ declaration, definitions }: AbiSchema = {}): BorshType | null {
  if (typeof declaration !== 'string') return null;
  return { declaration, definitions: Object(definitions) };
}

function listTypes({ type }: AbiSchema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** As a form needs it: one type, with what a reference names. */
function resolve(schema: AbiSchema, definitions: Readonly<Record<string, AbiSchema>>): FieldSchema {
  const named = schema.$ref === undefined ? undefined : definitions[refName(schema.$ref)];
  const { type: _, ...rest } = { ...named, ...schema };
  const [type, ...others] = listTypes(named ?? schema).filter((word) => word !== 'null');
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(others.length > 0 && { isMixed: true }),
    format: nameType(schema),
  };
}

function refName(reference: string): string {
  return reference.split('/').at(-1) ?? reference;
}

function nameType(schema: AbiSchema): string {
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (typeof schema.declaration === 'string') return schema.declaration;
  const words = listTypes(schema).map((word) =>
    word === 'integer' ? (schema.format ?? word) : word,
  );
  return words.join(' or ') || 'any';
}
