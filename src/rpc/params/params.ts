// Params of methods: codecs that are parsed with the reference's messages, and the older positional
// forms, which only some methods have.

import { sortUtf8 } from '../../base/bytes/utf8Order.ts';
import { PerigeeError } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import { nearestName } from '../../base/nearestName.ts';
import {
  type Codec,
  isJsonObject,
  JsonError,
  type JsonRecord,
  readOnly,
} from '../../codec/codec.ts';
import { NULL } from '../../codec/schema.ts';
import { camelToSnake, type Fields, type StructOf, struct } from '../../codec/struct.ts';
import { parseError, type RpcError } from '../messages/errors.ts';

/** Of a key that a message repeats. */
const SHOWN_CHARS = 64;

/** An error whose message does not have the usual prefix. */
export class ParamsError extends PerigeeError<{ readonly code: 'params' }> {
  constructor(message: string) {
    super({ code: 'params' }, message);
  }
}

/** Parses the params of a request; every failure is a PARSE_ERROR. */
export function parseParams<T>(codec: Codec<T>, json: unknown): T {
  try {
    return codec.parse(json);
  } catch (error) {
    throw error instanceof PerigeeError ? createParseError(error) : error;
  }
}

function createParseError(error: PerigeeError<{ readonly code: ErrorCode }>): RpcError {
  const prefix = error instanceof ParamsError ? '' : 'Failed parsing args: ';
  return parseError(`${prefix}${error.message}`);
}

/** Params that are ignored; clients send null. */
export const ignored: Codec<null> = readOnly({
  parse: () => null,
  schema: () => NULL,
});

/** Params that are computed from others. */
export function mapped<A, B>(codec: Codec<A>, map: (value: A) => B): Codec<B> {
  return readOnly({ parse: (json) => map(codec.parse(json)), schema: codec.schema });
}

/** A request that refuses unknown keys. Like serde, it looks at the keys in their order. */
export function closed<const F extends Fields>(name: string, fields: F): Codec<StructOf<F>> {
  const known = new Map(
    Object.entries(fields).map(([field, codec]) => [camelToSnake(field), codec]),
  );
  const expected = [...known.keys()].map((key) => `\`${key}\``).join(' or ');
  return guarded(name, fields, (json) => {
    for (const key of isJsonObject(json) ? sortUtf8(Object.keys(json)) : []) {
      const codec = known.get(key);
      if (codec === undefined) {
        throw new JsonError(`unknown field \`${key}\`, expected ${expected}`);
      }
      codec.parse((json as JsonRecord)[key]);
    }
  });
}

/** A request of our own methods: a misspelt key is refused, with the nearest one. */
export function exact<const F extends Fields>(name: string, fields: F): Codec<StructOf<F>> {
  const known = new Set(Object.keys(fields).map(camelToSnake));
  return guarded(name, fields, (json) => refuseUnknown(json, known));
}

/** A struct without other keys, which `verify` refuses. */
function guarded<const F extends Fields>(
  name: string,
  fields: F,
  verify: (json: unknown) => void,
): Codec<StructOf<F>> {
  const open = struct(name, fields);
  const { schema } = struct(fields);
  return readOnly({
    parse: (json) => {
      verify(json);
      return open.parse(json);
    },
    schema: (scope) =>
      scope.ref(name, (inner) => ({ ...schema(inner), additionalProperties: false })),
  });
}

/** For methods of ours that take no params. */
export const noParams: Codec<null> = readOnly({
  parse: (json) => {
    refuseUnknown(json, new Set());
    return null;
  },
  schema: () => NULL,
});

function refuseUnknown(json: unknown, known: ReadonlySet<string>): void {
  if (!isJsonObject(json)) return;
  const unknown = Object.keys(json).find((key) => !known.has(key));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, known);
  const names = [...known].map((key) => `\`${key}\``).join(' or ');
  const advice = nearest === null ? `expected ${names || 'none'}` : `did you mean \`${nearest}\`?`;
  throw new JsonError(`unknown field \`${unknown.slice(0, SHOWN_CHARS)}\`, ${advice}`);
}

/** The older positional forms of a method, by the length of the array. */
interface PositionalForms<T> {
  readonly one?: (value: unknown) => T;
  readonly two?: (first: unknown, second: unknown) => T;
}

/** Tries the positional forms before the current one, which alone is described. */
export function positional<T>(current: Codec<T>, { one, two }: PositionalForms<T>): Codec<T> {
  return readOnly({
    parse: (json) => {
      if (Array.isArray(json)) {
        if (json.length === 1 && one) return one(json[0]);
        if (json.length === 2 && two) return two(json[0], json[1]);
      }
      return current.parse(json);
    },
    schema: current.schema,
  });
}
