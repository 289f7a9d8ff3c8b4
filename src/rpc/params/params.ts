// Params of methods: codecs that are parsed with the reference's messages, and the older positional
// forms, which only some methods have.

import { PerigeeError } from '../../base/errors.ts';
import type { ErrorCode } from '../../base/errorTable.ts';
import { type Codec, readOnly } from '../../codec/codec.ts';
import { parseError, type RpcError } from '../core/errors.ts';

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
  schema: () => ({ type: 'null' }),
});

/** Params that are computed from others. */
export function mapped<A, B>(codec: Codec<A>, map: (value: A) => B): Codec<B> {
  return readOnly({ parse: (json) => map(codec.parse(json)), schema: codec.schema });
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
