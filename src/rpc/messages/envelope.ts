// The JSON-RPC envelope. The root endpoint accepts exactly what the reference accepts; a method's
// own endpoint is as lenient as the interface description. Any id is echoed without loss.

import { PerigeeError } from '../../base/errors.ts';
import { formatJsonWithin, type JsonValue, readExactJson } from '../../base/json/exactJson.ts';
import { isJsonObject, type JsonRecord } from '../../codec/codec.ts';
import { parseError, type RpcError } from './errors.ts';

export interface RpcRequest {
  /** The JSON text of the id. */
  readonly id: string;
  readonly method: string;
  readonly params: unknown;
  /** How the request spells its params, if they are ASCII: equal texts mean the same. */
  readonly paramsText?: string | null;
}

export const NO_ID = 'null';
const DEFAULT_ID = '"dontcare"';
/** Every response repeats the id, and escapes may make it longer than in the request. */
const ID_LENGTH_MAX = 4 * 1024;
const ID_TOO_LONG = `the id takes more than ${ID_LENGTH_MAX} characters`;
export const TRAILING = 'trailing characters after the JSON value';
export const FORMAT_EXPECTED = 'JSON RPC Request format was expected';

export function formatResult(result: string, id: string): string {
  return `{"jsonrpc":"2.0","result":${result},"id":${id}}`;
}

export function formatError(error: RpcError, id: string): string {
  return `{"jsonrpc":"2.0","error":${error.toJson()},"id":${id}}`;
}

/** A parsed body; `fault` is the parser's message if it does not begin with a JSON value. */
export type ReadBody = { readonly fault: string } | ReadValue;

interface ReadValue {
  readonly fault: null;
  readonly value: JsonValue;
  readonly hasDuplicateKeys: boolean;
  readonly values: number;
  /** The offset of the first byte after the value. */
  readonly end: number;
  /** Whether anything but white space follows the value, which the root endpoint ignores. */
  readonly hasTrailing: boolean;
  /** The text of the params of a single request, if the body is ASCII. */
  readonly paramsText: string | null;
}

/** Parses at most `valuesMax` values. */
export function readBody(body: Uint8Array, valuesMax?: number): ReadBody {
  try {
    const read = readExactJson(body, { valuesMax, located: 'params' });
    const { value, end, hasDuplicateKeys, values, located: paramsText } = read;
    const isFollowed = hasTrailing(body, end);
    return {
      fault: null,
      value,
      hasDuplicateKeys,
      values,
      end,
      hasTrailing: isFollowed,
      paramsText,
    };
  } catch (error) {
    if (error instanceof PerigeeError) return { fault: error.message };
    throw error;
  }
}

/** Space, tab, line feed and carriage return. */
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

function hasTrailing(body: Uint8Array, end: number): boolean {
  let at = end;
  while (at < body.length && WHITE_SPACE.has(body[at] as number)) at++;
  return at < body.length;
}

const REQUEST_KEYS = new Set(['jsonrpc', 'method', 'params', 'id']);

/** A request without unknown keys, or null. */
function readStrict(value: JsonValue): JsonRecord | null {
  if (!isJsonObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string')
    return null;
  for (const key in value) if (!REQUEST_KEYS.has(key)) return null;
  return value;
}

/** A request as an array of version, method, params and id. A batch never looks like that. */
export function isPositionalRequest(value: readonly JsonValue[]): boolean {
  return value.length === REQUEST_KEYS.size && value[0] === '2.0' && typeof value[1] === 'string';
}

/** The request at the root endpoint; anything else is the same error, without an id. */
export function readRootRequest({ value, hasDuplicateKeys, paramsText }: ReadValue): RpcRequest {
  if (Array.isArray(value) && isPositionalRequest(value)) {
    const [, method, params, id] = value;
    return toRequest({ method, params }, formatId(id ?? null));
  }
  const request = hasDuplicateKeys ? null : readStrict(value);
  if (request === null || request.id === undefined) throw parseError(FORMAT_EXPECTED);
  return toRequest(request, formatId(request.id as JsonValue), paramsText);
}

function formatId(id: JsonValue): string {
  const text = formatJsonWithin(id, ID_LENGTH_MAX);
  if (text === null) throw parseError(ID_TOO_LONG);
  return text;
}

/** An entry of a batch: null if it is not a request; `id` is null for a notification. */
type BatchEntry = Omit<RpcRequest, 'id'> & { readonly id: string | null };

export function readBatchEntry(value: JsonValue): BatchEntry | null {
  const request = readStrict(value);
  if (request === null || !isBatchId(request.id)) return null;
  const { params } = request;
  const isParams = params === undefined || typeof params === 'object';
  if (!isParams) return null;
  if (!Object.hasOwn(request, 'id')) return { ...toRequest(request, ''), id: null };
  const id = formatJsonWithin(request.id as JsonValue, ID_LENGTH_MAX);
  return id === null ? null : toRequest(request, id);
}

/** Only strings, numbers and null can be distinguished by every client. */
function isBatchId(id: unknown): boolean {
  return typeof id !== 'boolean' && !Array.isArray(id) && !isJsonObject(id);
}

function toRequest(
  { method, params = null }: JsonRecord,
  id: string,
  paramsText: string | null = null,
): RpcRequest {
  return { id, method: method as string, params, paramsText };
}

/** An invalid request at a method's endpoint, with the id for the response. */
interface EndpointFault {
  readonly id: string;
  readonly error: RpcError;
}

/** The request at the endpoint of `method`, or why it is invalid. */
export function readEndpointRequest(method: string, body: ReadBody): RpcRequest | EndpointFault {
  if (body.fault !== null) return { id: DEFAULT_ID, error: parseError(body.fault) };
  if (body.hasTrailing) return { id: DEFAULT_ID, error: parseError(TRAILING) };
  if (!isJsonObject(body.value)) return { id: DEFAULT_ID, error: parseError(FORMAT_EXPECTED) };
  const request: JsonRecord = body.value;
  const hasId = Object.hasOwn(request, 'id');
  const id = hasId ? formatJsonWithin(request.id as JsonValue, ID_LENGTH_MAX) : DEFAULT_ID;
  if (id === null) return { id: DEFAULT_ID, error: parseError(ID_TOO_LONG) };
  const fault = findEndpointFault(method, request);
  if (fault !== null) return { id, error: parseError(fault) };
  return { id, method, params: request.params ?? null, paramsText: body.paramsText };
}

export function isEndpointFault(read: RpcRequest | EndpointFault): read is EndpointFault {
  return 'error' in read;
}

function findEndpointFault(method: string, request: JsonRecord): string | null {
  if (Object.hasOwn(request, 'jsonrpc') && request.jsonrpc !== '2.0') {
    return 'the only value of `jsonrpc` is "2.0"';
  }
  if (!Object.hasOwn(request, 'method')) return 'missing field `method`';
  if (request.method !== method) return `the method at this path is \`${method}\``;
  return null;
}
