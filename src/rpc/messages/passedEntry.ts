// An entry of a batch that is passed on to the upstream node: the request as it is sent, and the
// response as an entry. A response is accepted only if it is one complete JSON object with the
// entry's id.

import { bytesToUtf8, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { PerigeeError } from '../../base/errors.ts';
import {
  formatJsonString,
  formatJsonValue,
  type JsonObject,
  type JsonValue,
  parseExactJson,
} from '../../base/json/exactJson.ts';
import { isJsonObject } from '../../codec/codec.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import { NO_ID, type RpcRequest } from './envelope.ts';

/** How much of an invalid response an error quotes. */
const SHOWN_LENGTH_MAX = 200;

/** Reported as an internal error that quotes the upstream node. */
class BadUpstreamAnswer extends PerigeeError<{ readonly code: 'upstream_answer' }> {
  constructor(status: number, text: string) {
    const said = text.slice(0, SHOWN_LENGTH_MAX);
    super({ code: 'upstream_answer' }, `the upstream node answers with status ${status}: ${said}`);
  }
}

export function formatRequest({ id, method, params }: RpcRequest): Uint8Array {
  const name = formatJsonString(method);
  const value = formatJsonValue(params as JsonValue);
  return utf8ToBytes(`{"jsonrpc":"2.0","id":${id},"method":${name},"params":${value}}`);
}

/** The text of the entry, whatever the status: at the root, errors have their own statuses. */
export function readPassedEntry({ status, body }: HttpResponse, id: string): string {
  const text = bytesToUtf8(body);
  const envelope = readEnvelope(text);
  if (envelope === null) throw new BadUpstreamAnswer(status, text);
  const { error, id: answered = null } = envelope;
  const answeredId = formatJsonValue(answered);
  if (answeredId === id) return text;
  // A caller without access is refused before the id is read.
  if (answeredId !== NO_ID || error === undefined) throw new BadUpstreamAnswer(status, text);
  return `{"jsonrpc":"2.0","error":${formatJsonValue(error)},"id":${id}}`;
}

function readEnvelope(text: string): JsonObject | null {
  try {
    const value = parseExactJson(text);
    const isEnvelope = isJsonObject(value) && ('result' in value || 'error' in value);
    return isEnvelope ? (value as JsonObject) : null;
  } catch (error) {
    if (error instanceof PerigeeError) return null;
    throw error;
  }
}
