// The types of a contract's methods, derived from its ABI (the JSON that cargo-near and others
// write). The ABI must be a constant of literal types: written `as const`, or passed inline.

/** What is used of an ABI of near-abi 0.3 and 0.4. */
export interface Abi {
  readonly body: {
    readonly functions: readonly AbiFunction[];
    readonly root_schema?: unknown;
  };
}

interface AbiFunction {
  readonly name: string;
  readonly kind: 'view' | 'call';
  readonly modifiers?: readonly string[];
  readonly params?: unknown;
  readonly result?: unknown;
}

/** A contract without an ABI. */
export type NoAbi = undefined;
export type GivenAbi = Abi | NoAbi;

type FunctionsOf<A extends GivenAbi> = A extends Abi ? A['body']['functions'][number] : never;

/** The names of the methods of a kind; any name without an ABI. */
export type MethodName<A extends GivenAbi, K extends 'view' | 'call'> = A extends Abi
  ? Extract<FunctionsOf<A>, { readonly kind: K }>['name']
  : string;

type FunctionOf<A extends GivenAbi, M> = Extract<FunctionsOf<A>, { readonly name: M }>;

type DefinitionsOf<A extends GivenAbi> = A extends Abi
  ? A['body']['root_schema'] extends { readonly definitions: infer D }
    ? D
    : Record<never, never>
  : never;

/** The arguments of a method as an object; without an ABI any object, or bytes. */
export type ArgsOf<A extends GivenAbi, M> = A extends Abi
  ? FunctionOf<A, M> extends { readonly params: { readonly args: infer P } }
    ? NamedArgs<P, DefinitionsOf<A>>
    : Record<string, never>
  : Readonly<Record<string, unknown>> | Uint8Array;

type NamedArgs<P, D> = P extends readonly { readonly name: string; readonly type_schema: unknown }[]
  ? Optional<{ -readonly [E in P[number] as E['name']]: SchemaType<E['type_schema'], D> }>
  : never;

/** What may be null may be left out. */
type Optional<T> = Flatten<
  { [N in keyof T as null extends T[N] ? never : N]: T[N] } & {
    [N in keyof T as null extends T[N] ? N : never]?: T[N];
  }
>;
type Flatten<T> = { [N in keyof T]: T[N] };

/** Whether the arguments may be left out: there are none, or none is required. */
export type MayOmitArgs<A extends GivenAbi, M> =
  Record<never, never> extends ArgsOf<A, M> ? true : false;

/** What a method returns; null for nothing, and unknown without an ABI. */
export type ResultOf<A extends GivenAbi, M> = A extends Abi
  ? FunctionOf<A, M> extends { readonly result: { readonly type_schema: infer S } }
    ? SchemaType<S, DefinitionsOf<A>>
    : null
  : unknown;

interface WordTypes {
  string: string;
  boolean: boolean;
  null: null;
  number: number;
}

/** Integers beyond 2^53 are bigints. */
type IntegerType<S> = S extends { readonly format: 'uint64' | 'int64' | 'uint128' | 'int128' }
  ? number | bigint
  : number;

type SchemaType<S, D> = S extends { readonly $ref: `#/definitions/${infer N}` }
  ? N extends keyof D
    ? SchemaType<D[N], D>
    : unknown
  : S extends { readonly const: infer C }
    ? C
    : S extends { readonly enum: readonly (infer E)[] }
      ? E
      : S extends { readonly anyOf: readonly (infer O)[] }
        ? EachType<O, D>
        : S extends { readonly oneOf: readonly (infer O)[] }
          ? EachType<O, D>
          : S extends { readonly allOf: readonly [infer O] }
            ? SchemaType<O, D>
            : S extends { readonly type: infer T }
              ? TypedSchema<S, T, D>
              : unknown;

type EachType<O, D> = O extends unknown ? SchemaType<O, D> : never;

type TypedSchema<S, T, D> = T extends readonly (infer W)[]
  ? EachWord<S, W, D>
  : T extends 'integer'
    ? IntegerType<S>
    : T extends keyof WordTypes
      ? WordTypes[T]
      : T extends 'array'
        ? ListType<S, D>
        : T extends 'object'
          ? RecordType<S, D>
          : unknown;

type EachWord<S, W, D> = W extends unknown ? TypedSchema<S, W, D> : never;

type ListType<S, D> = S extends { readonly items: infer I }
  ? I extends readonly unknown[]
    ? { -readonly [N in keyof I]: SchemaType<I[N], D> }
    : SchemaType<I, D>[]
  : unknown[];

type RecordType<S, D> = S extends { readonly properties: infer P }
  ? Flatten<
      { -readonly [N in keyof P as N extends Required<S> ? N : never]: SchemaType<P[N], D> } & {
        -readonly [N in keyof P as N extends Required<S> ? never : N]?: SchemaType<P[N], D>;
      }
    >
  : S extends { readonly additionalProperties: infer V }
    ? Record<string, SchemaType<V, D>>
    : Record<string, unknown>;

type Required<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;
