// JSON-RPC 2.0 as the Model Context Protocol uses it: requests, notifications and responses; no
// batches.

import { formatPlainJson, parseJson } from '../base/json/plainJson.ts';
import { isJsonObject } from '../codec/codec.ts';

export type MessageId = string | number;

export type Params = Readonly<Record<string, unknown>>;

/** A request, or without an id a notification. */
export interface Message {
  readonly id: MessageId | null;
  readonly method: string;
  readonly params: Params;
}

const ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  overloaded: -32000,
  unsupportedVersion: -32022,
} as const;

/** An error response. */
export class ProtocolError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(kind: keyof typeof ERROR_CODES, message: string, data?: unknown) {
    super(message);
    this.name = 'ProtocolError';
    this.code = ERROR_CODES[kind];
    this.data = data;
  }
}

/** Null for a response, which a server that asks nothing can ignore. Throws a ProtocolError. */
export function readMessage(line: string): Message | null {
  const json = parseLine(line);
  if (!isJsonObject(json)) throw new ProtocolError('invalidRequest', 'expected a JSON object');
  const { id = null, method, params = {} } = json;
  if (method === undefined && ('result' in json || 'error' in json)) return null;
  if (typeof method !== 'string') throw new ProtocolError('invalidRequest', 'expected a method');
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') {
    throw new ProtocolError('invalidRequest', 'the id is not a string or a number');
  }
  if (!isJsonObject(params))
    throw new ProtocolError('invalidRequest', 'the params are not an object');
  return { id, method, params };
}

/** A param that has to be a text. */
export function requireText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new ProtocolError('invalidParams', `expected ${name}, a string`);
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    throw new ProtocolError('parse', 'the line is not JSON');
  }
}

export function formatResult(id: MessageId, result: Params): string {
  return `${formatPlainJson({ jsonrpc: '2.0', id, result })}\n`;
}

/** The id is null if the request could not be read. */
export function formatError(id: MessageId | null, { code, message, data }: ProtocolError): string {
  const error = { code, message, ...(data !== undefined && { data }) };
  return `${formatPlainJson({ jsonrpc: '2.0', id, error })}\n`;
}
