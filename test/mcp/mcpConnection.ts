// A connection between the official client of the Model Context Protocol and our server, as two
// streams in this process.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { Client } from '@modelcontextprotocol/client';
import { createClient } from '../../src/client/createClient.ts';
import { serveMcp } from '../../src/mcp/mcpServer.ts';

type Line = Parameters<NonNullable<Parameters<Client['connect']>[0]['onmessage']>>[0];

/** Messages of the client as lines, and lines of the server as messages. */
export class StreamTransport {
  readonly input = new PassThrough();
  readonly served: Promise<void>;
  readonly lines: string[] = [];
  readonly #stop = new AbortController();
  onmessage?: (message: Line) => void;
  onclose?: () => void;

  constructor(url: string) {
    this.served = serveMcp(createClient(url, { retries: 0 }), {
      input: this.input,
      write: (line) => {
        this.lines.push(line);
        this.onmessage?.(JSON.parse(line));
      },
      signal: this.#stop.signal,
      report: (error) => assert.fail(error as Error),
    });
  }

  async start(): Promise<void> {}

  async send(message: Line): Promise<void> {
    this.input.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.input.end();
    await this.served;
    this.onclose?.();
  }
}

/** `auto` prefers the newer revisions, which have no sessions. */
export async function connectMcp(url: string, mode: 'auto' | 'legacy' = 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamTransport(url);
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, transport };
}
