// A server of the Model Context Protocol over two streams: one JSON-RPC message per line. Nothing
// but messages is written to the output. Bounds: requests at a time, the length of a line
// (lineReader.ts) and of a tool's text (cutText.ts).

import { PERIGEE_VERSION } from '../base/version.ts';
import type { Client } from '../client/createClient.ts';
import type { Rpc } from '../client/rpc.ts';
import { createKit } from '../kit/createKit.ts';
import { listResources, readResource } from './docResources.ts';
import { INSTRUCTIONS } from './instructions.ts';
import {
  formatError,
  formatResult,
  type Message,
  type MessageId,
  type Params,
  ProtocolError,
  readMessage,
  requireText,
} from './jsonRpc.ts';
import { readLines } from './lineReader.ts';
import {
  chooseVersion,
  completeResult,
  discovered,
  namesVersion,
  type ServerInfo,
} from './protocolVersions.ts';
import type { ToolContext } from './tool.ts';
import { formatFailure } from './toolFailure.ts';
import { TOOLS } from './toolTable.ts';

/** Requests that are answered at the same time; a client that sends more is refused. */
const REQUESTS_MAX = 64;

const SERVER: ServerInfo = { name: 'perigee', title: 'Perigee', version: PERIGEE_VERSION };
const CAPABILITIES = { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS };

/** The answers that clients may keep, in newer revisions of the protocol. */
const LISTINGS = ['server/discover', 'tools/list', 'resources/list', 'resources/read'];

interface McpStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes one line. */
  write(line: string): void;
  /** A failure that is a bug of ours; the client learns that there was one. */
  report(error: unknown): void;
  /** Gives up what is not answered. */
  readonly signal?: AbortSignal;
}

/** Resolves when the input has ended and every request is answered, or the signal aborts. */
export async function serveMcp(client: Client, streams: McpStreams): Promise<void> {
  const server = new McpServer(client, streams);
  streams.signal?.addEventListener('abort', () => server.abort());
  for await (const line of readLines(streams.input)) server.take(line);
  await server.finish();
}

class McpServer {
  readonly #client: Client;
  readonly #streams: McpStreams;
  readonly #running = new Map<MessageId, AbortController>();
  readonly #answers = new Set<Promise<void>>();

  constructor(client: Client, streams: McpStreams) {
    this.#client = client;
    this.#streams = streams;
  }

  /** A line is null if it was too long. */
  take(line: string | null): void {
    if (line?.trim() === '') return;
    try {
      if (line === null) throw new ProtocolError('invalidRequest', 'the message is too long');
      const message = readMessage(line);
      if (message === null) return;
      if (message.id === null) this.#notice(message);
      else this.#keep(this.#answer(message.id, message));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#streams.write(formatError(null, error));
    }
  }

  async finish(): Promise<void> {
    await Promise.all(this.#answers);
  }

  abort(): void {
    for (const running of this.#running.values()) running.abort();
  }

  /** Until it is made. */
  #keep(answer: Promise<void>): void {
    this.#answers.add(answer);
    void answer.finally(() => this.#answers.delete(answer));
  }

  #notice({ method, params }: Message): void {
    if (method !== 'notifications/cancelled') return;
    this.#running.get(params.requestId as MessageId)?.abort();
  }

  async #answer(id: MessageId, { method, params }: Message): Promise<void> {
    const ending = new AbortController();
    try {
      if (this.#running.has(id)) throw new ProtocolError('invalidRequest', 'the id is in use');
      if (this.#running.size >= REQUESTS_MAX) {
        throw new ProtocolError('overloaded', `at most ${REQUESTS_MAX} requests at a time`);
      }
      this.#running.set(id, ending);
      const isNamed = namesVersion(params);
      const plain = await this.#run(method, params, ending.signal);
      const isListing = LISTINGS.includes(method);
      const result = isNamed ? completeResult(plain, SERVER, isListing) : plain;
      // A cancelled request has no response.
      if (!ending.signal.aborted) this.#streams.write(formatResult(id, result));
    } catch (error) {
      if (!ending.signal.aborted) this.#streams.write(formatError(id, this.#explain(error)));
    } finally {
      if (this.#running.get(id) === ending) this.#running.delete(id);
    }
  }

  #explain(error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    this.#streams.report(error);
    return new ProtocolError('internal', 'an unexpected failure; standard error has the details');
  }

  async #run(method: string, params: Params, signal: AbortSignal): Promise<Params> {
    switch (method) {
      case 'initialize': {
        const protocolVersion = chooseVersion(params.protocolVersion);
        return { protocolVersion, ...CAPABILITIES, serverInfo: SERVER };
      }
      case 'server/discover':
        return { ...discovered(), ...CAPABILITIES };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: TOOLS.map(({ call: _, ...described }) => described) };
      case 'tools/call':
        return this.#callTool(params, signal);
      case 'resources/list':
        return listResources(params.cursor);
      case 'resources/templates/list':
        return { resourceTemplates: [] };
      case 'resources/read':
        return readResource(params.uri);
      default:
        throw new ProtocolError('methodNotFound', `there is no method ${method}`);
    }
  }

  async #callTool(params: Params, signal: AbortSignal): Promise<Params> {
    const { arguments: args = {} } = params;
    const name = requireText(params.name, 'name');
    const tool = TOOLS.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new ProtocolError('invalidParams', `there is no tool ${name}`);
    try {
      const text = await tool.call(this.#contextOf(signal), args);
      return { content: [{ type: 'text', text }] };
    } catch (error) {
      if (signal.aborted) return {};
      const text = formatFailure(error, this.#client.url);
      return { content: [{ type: 'text', text }], isError: true };
    }
  }

  #contextOf(signal: AbortSignal): ToolContext {
    const { rpc: call } = this.#client;
    const rpc = ((method: 'status', params: null) => call(method, params, { signal })) as Rpc;
    return { client: this.#client, rpc, kit: createKit(rpc), signal };
  }
}
