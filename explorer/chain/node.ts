// Sends requests to the node that served this page: at a method's own path, or many reads in a
// batch.

import type { Rpc } from 'perigee/client';

/** An error response of the node; `kind` is the name of its cause. */
export class NodeRefusal extends Error {
  readonly kind: string;
  readonly info: unknown;

  constructor(kind: string, message: string, info: unknown) {
    super(message);
    this.name = 'NodeRefusal';
    this.kind = kind;
    this.info = info;
  }
}

/** The node does not respond. */
export class NodeUnreachable extends Error {
  constructor() {
    super('The node does not answer.');
    this.name = 'NodeUnreachable';
  }
}

interface Envelope {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
    readonly cause?: { readonly name: string; readonly info?: unknown };
  };
}

export interface Question {
  readonly method: string;
  readonly params: unknown;
}

/** The node's token, if the user entered it; token.ts stores it. */
let token: string | null = null;

export function sendToken(given: string): void {
  token = given;
}

export function tokenHeader(): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** The error codes of a batch with too many entries, and of one whose response is too long. */
const TOO_MANY = -32010;
const TOO_LONG = -32011;

/** The maximum number of entries in a batch; lowered if the node refuses it. */
let batchMax = 100;

/** The result of a method, typed as in the client. Integers beyond 2^53 lose their last digits. */
export const askNode = (async (method: string, params: unknown = null) => {
  const text = await askText(method, params);
  return open(JSON.parse(text));
}) as Rpc;

/** The unchanged text of the response. */
export function askText(method: string, params: unknown): Promise<string> {
  return askRaw(method, JSON.stringify(params));
}

/** The same for params that are JSON text already, which preserves large numbers. */
export function askRaw(method: string, params: string): Promise<string> {
  return post(`/${method}`, formatRequest(method, params));
}

/** Repeats a request of another program. */
export function replay(path: string, body: string): Promise<string> {
  return post(path, body);
}

function formatRequest(method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":"dontcare","method":${JSON.stringify(method)},"params":${params}}`;
}

/** The results in the order of the requests; null for an error. */
export async function askMany<T>(questions: readonly Question[]): Promise<(T | null)[]> {
  const answers: (T | null)[] = [];
  for (let at = 0; at < questions.length; ) {
    const part = questions.slice(at, at + batchMax);
    answers.push(...(await askBatch<T>(part)));
    at += part.length;
  }
  return answers;
}

/** A batch that the node refuses because of its size is split in half, down to single requests. */
async function askBatch<T>(questions: readonly Question[]): Promise<(T | null)[]> {
  const body = questions.map((question, id) => ({ jsonrpc: '2.0', id, ...question }));
  const answer = JSON.parse(await post('/', JSON.stringify(body))) as Envelope | Envelope[];
  if (Array.isArray(answer)) return answer.map(({ result }) => (result ?? null) as T | null);
  const code = answer.error?.code;
  if (questions.length === 1 || (code !== TOO_MANY && code !== TOO_LONG)) throw refusalOf(answer);
  const half = Math.ceil(questions.length / 2);
  if (code === TOO_MANY) batchMax = Math.min(batchMax, half);
  const first = await askBatch<T>(questions.slice(0, half));
  return [...first, ...(await askBatch<T>(questions.slice(half)))];
}

/** The curl command for the same request to the node at an origin. */
export function formatCurl(origin: string, method: string, params: string): string {
  const quoted = formatRequest(method, params).replaceAll("'", "'\\''");
  return `curl -s ${origin}/${method} -H 'content-type: application/json' -d '${quoted}'`;
}

async function post(path: string, body: string): Promise<string> {
  try {
    const headers = { 'content-type': 'application/json', ...tokenHeader() };
    const response = await fetch(path, { method: 'POST', headers, body });
    return await response.text();
  } catch {
    throw new NodeUnreachable();
  }
}

function open(envelope: Envelope): unknown {
  if (envelope.error === undefined) return envelope.result;
  throw refusalOf(envelope);
}

function refusalOf({ error }: Envelope): NodeRefusal {
  const { cause, data, message = 'The node answers with something else.' } = error ?? {};
  const text = typeof data === 'string' ? data : message;
  return new NodeRefusal(cause?.name ?? 'ERROR', text, cause?.info ?? data);
}

/** Null if the node refuses the request, as one that lacks the method does. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NodeRefusal) return null;
    throw error;
  }
}
