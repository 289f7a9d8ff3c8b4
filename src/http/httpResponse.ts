// A complete response as a value.

import { utf8ToBytes } from '../base/bytes/bytes.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

/** An empty body has no content type. */
export interface HttpResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** In addition to those of every response. */
  readonly headers?: Headers;
}

/** Short bodies are in the memory that Buffers share: memory of its own takes a microsecond. */
export function jsonResponse(status: number, text: string): HttpResponse {
  return { status, contentType: 'application/json', body: Buffer.from(text) };
}

export function textResponse(status: number, text: string): HttpResponse {
  return { status, contentType: 'text/plain; charset=utf-8', body: utf8ToBytes(text) };
}

const NO_BYTES = new Uint8Array(0);

export function emptyResponse(status: number, headers: Headers = []): HttpResponse {
  return { status, contentType: null, body: NO_BYTES, headers };
}

/** A response without a body has no length either. */
export function lacksBody(status: number): boolean {
  return status === 204 || status === 304;
}
