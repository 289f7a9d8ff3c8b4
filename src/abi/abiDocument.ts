// Reads the parts of a near-abi document that are used. Strangers deploy contracts with any ABI:
// one with a part of another type is refused as a whole, and no other part of it is kept, so that
// nothing that uses an ABI meets a value that its type does not name. Runs in browsers as well.

export interface AbiDocument {
  readonly title: string;
  readonly functions: readonly AbiFunction[];
  readonly definitions: ReadonlyMap<string, AbiSchema>;
}

export interface AbiFunction {
  readonly name: string;
  readonly kind: 'view' | 'call';
  readonly doc: string | null;
  readonly modifiers: readonly string[];
  /** How the arguments are written, such as `json`. */
  readonly serialization: string;
  readonly args: readonly AbiArgument[];
  readonly result: { readonly serialization: string; readonly schema: AbiSchema } | null;
}

export interface AbiArgument {
  readonly name: string;
  readonly schema: AbiSchema;
}

/** A choice of an `enum`. */
export type AbiChoice = string | number | boolean | null;

/** A schema of JSON, or a type in Borsh. */
export interface AbiSchema {
  /** Empty if any type fits. */
  readonly types: readonly string[];
  /** The name that it refers to. */
  readonly ref?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly AbiChoice[];
  readonly borsh?: BorshType;
}

/** A type in Borsh as its schema describes it: its name, and what the names in it stand for. */
export interface BorshType {
  readonly declaration: string;
  /** Read with care, and only when a value is shown (`explorer/format/borshSchema.ts`). */
  readonly definitions: Readonly<Record<string, unknown>>;
}

/** Throws with a reason if it is not such a document. */
export function readAbiDocument(json: unknown): AbiDocument {
  const { metadata, body } = asRecord(json);
  const { name, version } = asRecord(metadata ?? {});
  const { functions, root_schema } = asRecord(body);
  const { definitions } = asRecord(root_schema ?? {});
  return {
    title: [optionalText(name), optionalText(version)].filter(Boolean).join(' '),
    functions: asList(functions).map(readFunction),
    definitions: new Map(
      Object.entries(asRecord(definitions ?? {})).map(([key, value]) => [key, readSchema(value)]),
    ),
  };
}

function readFunction(json: unknown): AbiFunction {
  const { name, kind, doc, modifiers, params, result } = asRecord(json);
  const { serialization_type, args } = asRecord(params ?? {});
  return {
    name: asText(name),
    kind: kind === 'view' ? 'view' : 'call',
    doc: optionalText(doc) ?? null,
    modifiers: asList(modifiers ?? []).map(asText),
    serialization: optionalText(serialization_type) ?? 'json',
    args: asList(args ?? []).map(readArgument),
    result: result === undefined || result === null ? null : readResult(result),
  };
}

function readArgument(json: unknown): AbiArgument {
  const { name, type_schema } = asRecord(json);
  return { name: asText(name), schema: readSchema(type_schema) };
}

function readResult(json: unknown): AbiFunction['result'] {
  const { serialization_type, type_schema } = asRecord(json);
  if (type_schema === undefined) return null;
  const serialization = optionalText(serialization_type) ?? 'json';
  return { serialization, schema: readSchema(type_schema) };
}

function readSchema(json: unknown): AbiSchema {
  // A schema may be the word that everything fits.
  const fields = typeof json === 'boolean' ? {} : asRecord(json);
  const { $ref, type, declaration } = fields;
  const format = optionalText(fields.format);
  const description = optionalText(fields.description);
  return {
    types: typeof type === 'string' ? [type] : asList(type ?? []).map(asText),
    ...($ref !== undefined && { ref: lastOf(asText($ref)) }),
    ...(format !== undefined && { format }),
    ...(description !== undefined && { description }),
    ...(fields.enum !== undefined && { enum: asList(fields.enum).map(asChoice) }),
    ...(typeof declaration === 'string' && {
      borsh: { declaration, definitions: asRecord(fields.definitions ?? {}) },
    }),
  };
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function asRecord(json: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof json === 'object' && json !== null && !Array.isArray(json);
  if (!isRecord) throw new Error('an object is missing');
  return json as Readonly<Record<string, unknown>>;
}

function asList(json: unknown): readonly unknown[] {
  if (!Array.isArray(json)) throw new Error('a list is missing');
  return json;
}

function asText(json: unknown): string {
  if (typeof json !== 'string') throw new Error('a text is missing');
  return json;
}

function optionalText(json: unknown): string | undefined {
  return json === undefined || json === null ? undefined : asText(json);
}

function asChoice(json: unknown): AbiChoice {
  if (typeof json === 'object' && json !== null) throw new Error('a choice has parts');
  return json as AbiChoice;
}
