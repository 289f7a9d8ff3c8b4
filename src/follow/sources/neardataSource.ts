// Blocks from a server with neardata's interface: one request per height, several concurrently
// while catching up, and at the newest block one that the server answers once the next block
// exists. Requests are paced, so that a server with a rate limit need not refuse any.

import { bytesToUtf8 } from '../../base/bytes/bytes.ts';
import { restate } from '../../base/errors.ts';
import { parseJson } from '../../base/json/plainJson.ts';
import { showUrl } from '../../base/shownUrl.ts';
import { type BlockMessage, parseBlockMessage } from '../messages/blockMessage.ts';
import { type BlockSource, BlockSourceError, type SourceSurroundings } from './blockSource.ts';
import { type Fetched, type FetchLimits, fetchBytes, ResponseTooLong } from './boundedFetch.ts';
import { TryLater, tryUntilDone, untilAborted } from './patience.ts';
import { ReadAhead } from './readAhead.ts';

export interface NeardataOptions extends SourceSurroundings {
  readonly url: URL;
  readonly apiKey?: string | undefined;
  /** The maximum rate of requests; null for no limit. */
  readonly requestsPerMinute?: number | null;
}

/** What the public servers allow without a key. */
const PUBLIC_HOSTS = /(^|\.)neardata\.xyz$/;
const PUBLIC_REQUESTS_PER_MINUTE = 180;

/** Blocks that are requested concurrently while catching up. */
const PARALLEL_MAX = 8;
/** The distance to the head is checked again after this many blocks. */
const RECHECK_BLOCKS = 100;
/** Longer than servers hold a request for a block. */
const LIMITS: FetchLimits = { timeoutMs: 60_000, bodyBytesMax: 256 * 1024 * 1024 };
/** For each block that is fetched ahead of its turn, and for headers. */
const AHEAD_LIMITS: FetchLimits = { ...LIMITS, bodyBytesMax: 16 * 1024 * 1024 };
const NOT_YET_WAIT_MS = 1_000;
const RETRY_AFTER_MS_DEFAULT = 5_000;
const RETRY_AFTER_MS_MAX = 120_000;
const LAST_HEIGHT_TRIES = 3;
/** The path of a fault may be as long as the response. */
const REASON_LENGTH_MAX = 300;
/** Of a response that says why there is no block. */
const ERROR_BYTES_MAX = 64 * 1024;

export function createNeardataSource(options: NeardataOptions): BlockSource {
  return new NeardataSource(options);
}

class NeardataSource implements BlockSource {
  readonly name: string;
  readonly #options: NeardataOptions;
  readonly #intervalMs: number;
  #nextRequestMs = 0;

  constructor(options: NeardataOptions) {
    const { url, apiKey } = options;
    this.name = `neardata:${showUrl(url)}`;
    this.#options = options;
    const isPublic = PUBLIC_HOSTS.test(url.hostname) && apiKey === undefined && url.search === '';
    const { requestsPerMinute = isPublic ? PUBLIC_REQUESTS_PER_MINUTE : null } = options;
    this.#intervalMs = requestsPerMinute === null ? 0 : 60_000 / requestsPerMinute;
  }

  blocks(fromHeight: number, signal: AbortSignal): AsyncIterable<BlockMessage> {
    return untilAborted(this.#blocks(fromHeight, signal), signal);
  }

  lastHeight(signal: AbortSignal): Promise<number | null> {
    return this.#lastHeight(signal, LAST_HEIGHT_TRIES);
  }

  close(): void {}

  #lastHeight(signal: AbortSignal, triesMax: number): Promise<number | null> {
    return tryUntilDone({ ...this.#options, signal, triesMax }, async () => {
      const { body } = await this.#get('/v0/last_block/final/headers', signal, AHEAD_LIMITS);
      return readHeight(this.name, body);
    });
  }

  async *#blocks(fromHeight: number, signal: AbortSignal): AsyncGenerator<BlockMessage> {
    const ahead = new ReadAhead<Uint8Array | 'too long'>(PARALLEL_MAX);
    let nextAsked = fromHeight;
    let newest = fromHeight;
    let recheckAt = fromHeight;
    let height = fromHeight;
    for (;;) {
      if (height >= newest && height >= recheckAt) {
        // A server that has never responded may not be one.
        const triesMax = height === fromHeight ? LAST_HEIGHT_TRIES : Number.POSITIVE_INFINITY;
        newest = (await this.#lastHeight(signal, triesMax)) ?? height;
        recheckAt = height + RECHECK_BLOCKS;
      }
      while (ahead.hasRoom && (nextAsked <= newest || nextAsked === height)) {
        ahead.push(this.#fetchAhead(nextAsked++, signal));
      }
      const early = await ahead.shift();
      const body = early === 'too long' ? await this.#fetchBlock(height, LIMITS, signal) : early;
      const message = readMessage(this.name, height, body);
      if (message !== null) yield message;
      else if (height >= newest) {
        // Only a later block shows that there will never be one at this height.
        newest = (await this.#lastHeight(signal, Number.POSITIVE_INFINITY)) ?? newest;
        if (height >= newest) {
          await this.#awaitNews(signal);
          nextAsked = height;
          continue;
        }
      }
      height++;
    }
  }

  /** The blocks that are held ahead are small; a large one is fetched when its turn comes. */
  async #fetchAhead(height: number, signal: AbortSignal): Promise<Uint8Array | 'too long'> {
    try {
      return await this.#fetchBlock(height, AHEAD_LIMITS, signal);
    } catch (error) {
      if (error instanceof ResponseTooLong) return 'too long';
      throw error;
    }
  }

  /** The text of the message, which is parsed only when its turn comes. */
  #fetchBlock(height: number, limits: FetchLimits, signal: AbortSignal): Promise<Uint8Array> {
    return tryUntilDone({ ...this.#options, signal }, async () => {
      for (;;) {
        const answer = await this.#get(`/v0/block/${height}`, signal, limits);
        if (answer.status === 404) this.#refuseMissing(height, answer.body);
        else return answer.body;
        await this.#awaitNews(signal);
      }
    });
  }

  /** A block that does not exist yet is not a failure: a quiet chain has few blocks. */
  async #awaitNews(signal: AbortSignal): Promise<void> {
    await this.#options.clock.sleep(NOT_YET_WAIT_MS, signal);
    signal.throwIfAborted();
  }

  /** Throws if the block will never exist. */
  #refuseMissing(height: number, body: Uint8Array): void {
    switch (readErrorType(body)) {
      case 'BLOCK_DOES_NOT_EXIST':
        return;
      case 'BLOCK_HEIGHT_TOO_LOW':
        throw new BlockSourceError(
          { code: 'source_too_young', height },
          `${this.name} has no block ${height}: its first block is later.`,
        );
      default:
        throw new BlockSourceError(
          { code: 'source_unreachable' },
          `${this.name} does not know block ${height}; is this the address of a neardata server?`,
        );
    }
  }

  /** A response with status 200 or 404; any other status throws. */
  async #get(path: string, signal: AbortSignal, limits = LIMITS): Promise<Fetched> {
    await this.#awaitTurn(signal);
    const { url, apiKey, clock } = this.#options;
    const asked = new URL(url);
    asked.pathname = url.pathname.replace(/\/$/, '') + path;
    if (apiKey !== undefined) asked.searchParams.set('apiKey', apiKey);
    const answer = await fetchBytes({ url: asked }, limits, clock, signal);
    const { status } = answer;
    if (status === 200 || status === 404) return answer;
    if (status === 429) {
      const waitMs = parseRetryAfter(answer.retryAfter);
      this.#nextRequestMs = Math.max(this.#nextRequestMs, clock.nowMs() + waitMs);
      throw new TryLater(`${this.name} answers that we ask too often`, waitMs);
    }
    const text = `${this.name} answers ${status} to ${path}`;
    if (status < 500) throw new BlockSourceError({ code: 'source_unreachable' }, `${text}.`);
    throw new Error(text);
  }

  async #awaitTurn(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const nowMs = clock.nowMs();
    const turnMs = Math.max(nowMs, this.#nextRequestMs);
    this.#nextRequestMs = turnMs + this.#intervalMs;
    if (turnMs > nowMs) await clock.sleep(turnMs - nowMs, signal);
    signal.throwIfAborted();
  }
}

/** Null for a height without a block. */
function readMessage(name: string, height: number, body: Uint8Array): BlockMessage | null {
  if (bytesToUtf8(body.subarray(0, 4)) === 'null') return null;
  try {
    const message = parseBlockMessage(body);
    if (message.block.header.height === height) return message;
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, REASON_LENGTH_MAX) : '';
    const text = `What ${name} sends as block ${height} cannot be read: ${reason}`;
    throw new BlockSourceError({ code: 'source_content', height }, text, { cause: error });
  }
  throw new BlockSourceError(
    { code: 'source_content', height },
    `${name} sends another block for height ${height}.`,
  );
}

function readHeight(name: string, body: Uint8Array): number | null {
  const block = restate(
    () => parseJson(bytesToUtf8(body)) as { header?: { height?: unknown } } | null,
    ({ message }) => {
      const reason = message.slice(0, REASON_LENGTH_MAX);
      return new Error(`What ${name} sends as its last block cannot be read: ${reason}`);
    },
  );
  const height = block?.header?.height;
  return Number.isSafeInteger(height) ? (height as number) : null;
}

function readErrorType(body: Uint8Array): unknown {
  if (body.length > ERROR_BYTES_MAX) return null;
  try {
    return (JSON.parse(bytesToUtf8(body)) as { type?: unknown } | null)?.type;
  } catch {
    return null;
  }
}

function parseRetryAfter(text: string | null): number {
  const seconds = Number(text ?? Number.NaN);
  if (!(seconds >= 0)) return RETRY_AFTER_MS_DEFAULT;
  return Math.min(seconds * 1000, RETRY_AFTER_MS_MAX);
}
