// Examples of requests and their responses, recorded on a real chain when the documents are made
// (scripts/examples). schema/examples.json holds them.

import { parseJson } from '../../base/json/plainJson.ts';
import type { Schema } from '../../codec/schema.ts';
import type { Method } from '../core/method.ts';

export interface Example {
  readonly method: string;
  /** What it shows, in a few words. */
  readonly about: string;
  readonly params: unknown;
  readonly result?: unknown;
  /** The result at `POST /`, if it has another form there. */
  readonly rootResult?: unknown;
  readonly error?: ErrorExample;
  /** The HTTP status, if it is not 200. */
  readonly status?: number;
}

interface ErrorExample {
  readonly name: string;
  readonly code: number;
  readonly message: string;
  readonly cause: { readonly name: string };
}

/** What the ids of requests are in the examples. */
const ID = 'dontcare';

export function readExamples(text: string): readonly Example[] {
  return parseJson(text) as unknown as readonly Example[];
}

/** The examples of valid requests that reached a method. */
export function examplesOf({ name }: Method, examples: readonly Example[]): readonly Example[] {
  return examples.filter(({ method, error }) => {
    return method === name && error?.name !== 'REQUEST_VALIDATION_ERROR';
  });
}

/** The request of an example, under any name of its method. */
export function requestOf({ params }: Example, method: string): Schema {
  return { jsonrpc: '2.0', id: ID, method, params };
}

export function responseOf({ result, error }: Example): Schema {
  return { jsonrpc: '2.0', id: ID, ...(error === undefined ? { result } : { error }) };
}
