// A node whose responses a test writes down, and a clock that passes only while the client sleeps.

import type { ClientClock } from '../../src/client/clientClock.ts';
import { type Client, type ClientOptions, createClient } from '../../src/client/createClient.ts';

/** A response, a failure of the connection, or nothing for a request that hangs. */
export type Scripted = Response | Error | null;

export interface Seen {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal | null;
}

export class TestClock implements ClientClock {
  #nowMs = 0;
  /** The pauses of the client; deadlines are not among them. */
  readonly pausesMs: number[] = [];
  readonly #deadlineMs: number;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** A deadline passes when nothing else can happen; a pause at once. */
  async sleep(delayMs: number, signal: AbortSignal): Promise<void> {
    if (delayMs >= this.#deadlineMs) {
      for (let turn = 0; turn < 50 && !signal.aborted; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      return;
    }
    this.pausesMs.push(delayMs);
    this.#nowMs += delayMs;
  }
}

export const TIMEOUT_MS = 60_000;

/** A client of a node that gives one scripted response after the other. */
export class ScriptedNode {
  readonly seen: Seen[] = [];
  readonly clock = new TestClock(TIMEOUT_MS);
  readonly client: Client;
  readonly #script: Scripted[];

  constructor(script: readonly Scripted[], options: ClientOptions = {}) {
    this.#script = [...script];
    this.client = createClient('http://node.example/rpc', {
      clock: this.clock,
      fetch: this.#fetch,
      timeoutMs: TIMEOUT_MS,
      ...options,
    });
  }

  readonly #fetch: typeof fetch = async (input, init) => {
    this.seen.push({
      url: `${input}`,
      headers: new Headers(init?.headers),
      body: `${init?.body ?? ''}`,
      signal: init?.signal ?? null,
    });
    const next = this.#script.shift();
    if (next === undefined) throw new Error('the script has ended');
    if (next instanceof Error) throw next;
    if (next !== null) return next;
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
}

export function reply(json: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(json, { status, headers });
}

export function result(json: string): Response {
  return reply(`{"jsonrpc":"2.0","result":${json},"id":"perigee"}`);
}

export function formatError(cause: string, info = '{}', code = -32000): string {
  return (
    `{"jsonrpc":"2.0","error":{"name":"HANDLER_ERROR","cause":{"name":"${cause}","info":${info}},` +
    `"code":${code},"message":"Server error","data":"why"},"id":"perigee"}`
  );
}

export function failure(cause: string, info?: string, status = 200): Response {
  return reply(formatError(cause, info), status);
}
