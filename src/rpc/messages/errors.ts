// The error object of a response, and the only place that creates one. A method declares its errors
// as a table of kinds; each kind defines the contents of `info` and of the older field `data`.
// Follows chain/jsonrpc-primitives/src/errors.rs of the reference.

import { formatJsonString } from '../../base/json/exactJson.ts';
import type { JsonWriter } from '../../codec/codec.ts';
import { string, vec } from '../../codec/primitives.ts';
import type { Describe } from '../../codec/schema.ts';
import { struct } from '../../codec/struct.ts';

type ErrorClass = 'REQUEST_VALIDATION_ERROR' | 'HANDLER_ERROR' | 'INTERNAL_ERROR';

/** `info` and `data` are JSON texts; a cause without a payload has no `info`. */
interface RpcErrorFields {
  readonly name: ErrorClass;
  readonly cause: { readonly name: string; readonly info: string | null };
  readonly code: number;
  readonly message: string;
  readonly data: string;
}

export class RpcError extends Error {
  readonly fields: RpcErrorFields;

  constructor(fields: RpcErrorFields, options?: { cause?: unknown }) {
    super(`${fields.cause.name}: ${fields.data}`, options);
    this.name = 'RpcError';
    this.fields = fields;
  }

  /** The error object. Only the cause of a refused request has its name first. */
  toJson(): string {
    const { name, cause, code, message, data } = this.fields;
    const isRefused = name === 'REQUEST_VALIDATION_ERROR';
    const causeText = isRefused
      ? `{"name":"${cause.name}","info":${cause.info}}`
      : formatCause(cause);
    const older = `"code":${code},"message":"${message}","data":${data}`;
    return `{"name":"${name}","cause":${causeText},${older}}`;
  }
}

function formatCause({ name, info }: RpcErrorFields['cause']): string {
  return info === null ? `{"name":"${name}"}` : `{"info":${info},"name":"${name}"}`;
}

interface Refusal {
  readonly cause: 'PARSE_ERROR' | 'METHOD_NOT_FOUND';
  readonly key: 'error_message' | 'method_name';
  readonly code: number;
  readonly message: string;
}

/** An error that does not belong to a method, for the description. */
interface GeneralError {
  readonly when: string;
  readonly infoSchema: Describe;
}

/** Messages quote what was sent, and escapes make it longer. */
const TEXT_LENGTH_MAX = 16 * 1024;

function formatText(text: string): string {
  return formatJsonString(
    text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX)}…`,
  );
}

function refuse({ cause, key, code, message }: Refusal, text: string): RpcError {
  const data = formatText(text);
  const name = 'REQUEST_VALIDATION_ERROR';
  return new RpcError({
    name,
    cause: { name: cause, info: `{"${key}":${data}}` },
    code,
    message,
    data,
  });
}

const PARSE = { cause: 'PARSE_ERROR', key: 'error_message' } as const;

export function parseError(text: string): RpcError {
  return refuse({ ...PARSE, code: -32700, message: 'Parse error' }, text);
}

/** An entry of a batch that is not a request. */
export function invalidRequest(text: string): RpcError {
  return refuse({ ...PARSE, code: -32600, message: 'Invalid Request' }, text);
}

/** A batch that is too large, or has too large a response; each has its own code. */
export function batchRefused(code: -32010 | -32011, text: string): RpcError {
  return refuse({ ...PARSE, code, message: 'Server error' }, text);
}

/** A caller without access, or that has to wait; each reason has its own code. */
export function callerRefused(reason: keyof typeof CALLER_CODES, text: string): RpcError {
  const data = formatJsonString(text);
  return new RpcError({
    name: 'REQUEST_VALIDATION_ERROR',
    cause: { name: reason, info: `{"error_message":${data}}` },
    ...CALLER_CODES[reason],
    data,
  });
}

/** A response that would contain unverified data, at a node with --verified-only. */
export function notVerified(kinds: readonly string[], text: string): RpcError {
  const data = formatJsonString(text);
  const named = kinds.map(formatJsonString).join(',');
  return new RpcError({
    name: 'HANDLER_ERROR',
    cause: { name: 'NOT_VERIFIED', info: `{"unverified":[${named}],"error_message":${data}}` },
    ...SERVER_ERROR,
    data,
  });
}

const CALLER_CODES = {
  UNAUTHORIZED: { code: -32001, message: 'Unauthorized' },
  FORBIDDEN: { code: -32003, message: 'Forbidden' },
  TOO_MANY_REQUESTS: { code: -32005, message: 'Too many requests' },
} as const;

const ErrorMessage = struct({ errorMessage: string });

/** What refuses a request that reached no method, with HTTP status 200 at a method's own path. */
export const REQUEST_ERRORS: Readonly<Record<string, GeneralError>> = {
  METHOD_NOT_FOUND: {
    when: 'The node has no such method, or the caller may not see it.',
    infoSchema: struct({ methodName: string }).schema,
  },
  PARSE_ERROR: {
    when: 'The request or its params are not valid; the message says where.',
    infoSchema: ErrorMessage.schema,
  },
};

/** What refuses a caller, with its HTTP status. */
export const CALLER_ERRORS = {
  UNAUTHORIZED: {
    status: 401,
    when: 'The node has a token, which the request did not send.',
    infoSchema: ErrorMessage.schema,
  },
  FORBIDDEN: {
    status: 403,
    when: 'A control was called from another machine, by another user, or by a website.',
    infoSchema: ErrorMessage.schema,
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    when: 'The address has sent more requests than `--rate` allows.',
    infoSchema: ErrorMessage.schema,
  },
} as const satisfies Record<keyof typeof CALLER_CODES, GeneralError & { status: number }>;

/** What any method of a node with --verified-only may give instead of a result. */
export const VERIFICATION_ERRORS: Readonly<Record<string, GeneralError>> = {
  NOT_VERIFIED: {
    when: 'A follower with `--verified-only` has the response, but cannot prove all of it.',
    infoSchema: struct({ unverified: vec(string), errorMessage: string }).schema,
  },
};

export function methodNotFound(methodName: string): RpcError {
  const refusal = { cause: 'METHOD_NOT_FOUND', key: 'method_name' } as const;
  return refuse({ ...refusal, code: -32601, message: 'Method not found' }, methodName);
}

const SERVER_ERROR = { code: -32000, message: 'Server error' } as const;

/** One kind of failure of a method. */
export interface ErrorKind<T> {
  /** When it happens, for the reference page. */
  readonly when: string;
  /** The payload; without it `info` is absent. */
  readonly info?: JsonWriter<T>;
  /** The message in `data`. Without it `data` repeats the cause. */
  readonly text?: (payload: T) => string;
  /** `data` as JSON, if it is neither a message nor the cause. */
  readonly json?: (payload: T) => string;
}

/** A payload that `info` hides: it is an empty object there. */
export function hidden<T>(): JsonWriter<T> {
  return { json: () => '{}', schema: () => ({ type: 'object', additionalProperties: false }) };
}

export function errorKind<T>(kind: ErrorKind<T>): ErrorKind<T> {
  return kind;
}

type Kinds = { readonly [name: string]: ErrorKind<never> };

/** Makes errors of a kind; the rest is for the description. */
export interface ErrorMaker<T> {
  (payload: T): RpcError;
  readonly when: string;
  /** Null for a cause without `info`. */
  readonly infoSchema: Describe | null;
}

type Makers<K> = {
  readonly [N in keyof K]: K[N] extends ErrorKind<infer T> ? ErrorMaker<T> : never;
};

/** Where a set of errors has its name; a symbol, so that it is not among the kinds. */
export const SET_NAME: unique symbol = Symbol('the name of a set of errors');

/** The errors of a method by name; every method may also fail with an internal error. */
export interface ErrorSet {
  readonly INTERNAL_ERROR: ErrorMaker<string>;
  /** The component of the description. */
  readonly [SET_NAME]: string;
}

/** The `data` of an internal error: a message of the family, or the cause again. */
type InternalText = 'limits' | 'plain' | 'cause';

const INTERNAL_PREFIX = {
  limits: 'The node reached its limits. Try again later. More details: ',
  plain: 'Internal error: ',
};

export function defineErrors<const K extends Kinds>(
  name: string,
  kinds: K,
  internal: InternalText = 'limits',
): Makers<K> & ErrorSet {
  const makers = Object.entries(kinds).map(([cause, kind]) => [cause, createMaker(cause, kind)]);
  return {
    ...Object.fromEntries(makers),
    INTERNAL_ERROR: createInternalMaker(internal),
    [SET_NAME]: name,
  };
}

function createMaker<T>(name: string, kind: ErrorKind<T>): ErrorMaker<T> {
  const make = (payload: T) => {
    const cause = { name, info: kind.info?.json(payload) ?? null };
    const data = formatData(kind, payload) ?? formatCause(cause);
    return new RpcError({ name: 'HANDLER_ERROR', cause, ...SERVER_ERROR, data });
  };
  return Object.assign(make, { when: kind.when, infoSchema: kind.info?.schema ?? null });
}

function formatData<T>(kind: ErrorKind<T>, payload: T): string | null {
  if (kind.text !== undefined) return formatText(kind.text(payload));
  return kind.json?.(payload) ?? null;
}

function createInternalMaker(internal: InternalText): ErrorMaker<string> {
  const make = (errorMessage: string) => {
    const name = 'INTERNAL_ERROR';
    const cause = { name, info: `{"error_message":${formatText(errorMessage)}}` };
    const data =
      internal === 'cause'
        ? formatCause(cause)
        : formatText(INTERNAL_PREFIX[internal] + errorMessage);
    return new RpcError({ name, cause, ...SERVER_ERROR, data });
  };
  return Object.assign(make, {
    when: 'The node failed; the message says how.',
    infoSchema: ErrorMessage.schema,
  });
}

/**
 * The HTTP status at the root endpoint. `isBelowHead`: the params name a height that has been
 * passed.
 */
export function httpStatusOf(error: RpcError, isBelowHead: () => boolean): number {
  const { name, cause } = error.fields;
  if (name === 'REQUEST_VALIDATION_ERROR') return 400;
  if (name === 'INTERNAL_ERROR') return 500;
  if (cause.name === 'TIMEOUT_ERROR') return 408;
  return cause.name === 'UNKNOWN_BLOCK' && isBelowHead() ? 422 : 200;
}
