// neardata's interface on the node itself: complete blocks by height, for indexers. A request for a
// height just above the newest block waits; a height without a block is null. Statuses, error types
// and cache times are those of neardata's server.

import { bytesKey, utf8ToBytes } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { ReceiptOrigins } from '../../chain/stored/receiptOrigins.ts';
import { option } from '../../codec/primitives.ts';
import { BlockMessage, ChunkMessage, ShardMessage } from '../../follow/messages/blockMessage.ts';
import { buildBlockMessage, firstMessageHeight } from '../../follow/messages/buildMessage.ts';
import type { HttpClient } from '../../http/access/httpClient.ts';
import { type HttpResponse, jsonResponse, textResponse } from '../../http/httpResponse.ts';
import { runSuspended } from '../../store/suspendedRead.ts';
import { BlockView } from '../../types/views/blockView.ts';
import type { RpcContext } from '../core/context.ts';
import { type PendingWaits, TooManyWaitsError } from '../core/pendingWaits.ts';
import { explainUnverified, markResponse, type UnverifiedKind } from '../core/unverifiedKind.ts';
import { UnverifiedMarks, watchContext } from '../verification/watchedContext.ts';
import {
  type BlockPart,
  type Finality,
  formatBlockPath,
  type NeardataPath,
  parseNeardataPath,
} from './neardataPath.ts';

const HEIGHT_MAX = 10 ** 15;
/** A request for a height at most this far above the newest block waits. */
const WAITED_HEIGHTS_MAX = 10;
/** Optimistic blocks this far below the newest final one are redirected to the final ones. */
const OPTIMISTIC_HEIGHTS_KEPT = 10;

const DAY = 'public, max-age=86400';
const YEAR = 'public, max-age=31536000';
/** For blocks that may be reverted. */
const NEVER = 'no-store';

/** A part of a block as it is sent, and what of it is unverified. */
interface WrittenPart {
  readonly body: Uint8Array;
  readonly unverified: readonly UnverifiedKind[];
}

const NO_BLOCK: WrittenPart = { body: utf8ToBytes('null'), unverified: [] };

type BlockPath = Extract<NeardataPath, { kind: 'block' }>;
type Source = Pick<
  RpcContext,
  | 'caches'
  | 'callFunction'
  | 'chain'
  | 'controls'
  | 'epochs'
  | 'limits'
  | 'metrics'
  | 'states'
  | 'verification'
>;

interface Asked extends Pick<HttpClient, 'onGone'> {
  readonly search: string;
}

export class NeardataRoutes {
  readonly #source: Source;
  readonly #pendingWaits: PendingWaits;
  readonly #origins: ReceiptOrigins;
  /** All indexers of a chain request the same blocks. */
  readonly #written: BoundedCache<WrittenPart>;

  constructor(source: Source, pendingWaits: PendingWaits) {
    this.#source = source;
    this.#pendingWaits = pendingWaits;
    const { chain, caches = new Caches() } = source;
    this.#origins = new ReceiptOrigins(chain, caches);
    this.#written = caches.create('neardata_blocks');
  }

  /** Null for unknown paths; `search` is the query with its question mark, or empty. */
  async answer(
    path: string,
    search: string,
    client: Pick<HttpClient, 'onGone'> = {},
  ): Promise<HttpResponse | null> {
    const asked = parseNeardataPath(path);
    if (asked === null) return null;
    return runSuspended(() => this.#answerPath(asked, { search, ...client }));
  }

  async #answerPath(asked: NeardataPath, request: Asked): Promise<HttpResponse> {
    const { chain } = this.#source;
    switch (asked.kind) {
      case 'invalid':
        return jsonResponse(400, '"Invalid argument"');
      case 'first':
        return redirect(
          formatBlockPath('final', firstMessageHeight(chain)) + request.search,
          NEVER,
        );
      case 'last': {
        const { finality, suffix } = asked;
        const path = formatBlockPath(finality, this.#newestHeight(finality));
        return redirect(path + suffix + request.search, NEVER);
      }
      case 'block':
        return this.#refuse(asked.height) ?? this.#answerBlock(asked, request);
    }
  }

  #refuse(height: number): HttpResponse | null {
    if (height > HEIGHT_MAX) return notFound('BLOCK_HEIGHT_TOO_HIGH', 'Block height is too high');
    if (height >= firstMessageHeight(this.#source.chain)) return null;
    return notFound('BLOCK_HEIGHT_TOO_LOW', 'Block height is before the first block that is kept');
  }

  async #answerBlock(asked: BlockPath, { search, onGone }: Asked): Promise<HttpResponse> {
    const { finality, height } = asked;
    const newestFinal = this.#newestHeight('final');
    if (finality === 'optimistic' && height <= newestFinal - OPTIMISTIC_HEIGHTS_KEPT) {
      const path = formatBlockPath('final', height) + formatPart(asked.part);
      return redirect(path + search, DAY);
    }
    if (height > this.#newestHeight(finality) + WAITED_HEIGHTS_MAX) return notYet();
    if (height <= this.#newestHeight(finality)) return this.#showBlock(asked);
    try {
      const show = async () =>
        height <= this.#newestHeight(finality) ? this.#showBlock(asked) : null;
      return await this.#pendingWaits.poll(show, notYet, { onGone });
    } catch (error) {
      if (error instanceof TooManyWaitsError) return textResponse(503, error.message);
      throw error;
    }
  }

  #newestHeight(finality: Finality): number {
    const { chain } = this.#source;
    return (finality === 'final' ? chain.finalHead() : chain.head()).height;
  }

  #showBlock({ height, part }: BlockPath): HttpResponse {
    const hash = this.#source.chain.hashAt(height);
    const { body, unverified } = hash === null ? NO_BLOCK : this.#writePart(hash, part);
    const { limits, metrics, verification } = this.#source;
    if (verification?.isRequired && unverified.length > 0) return notVerified(unverified);
    if (body.length > limits.answerBytesMax) {
      metrics.countRefusal('answer');
      return tooLong(body.length, limits.answerBytesMax);
    }
    const answer: HttpResponse = {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body,
      headers: [['cache-control', this.#cacheTime(height, hash !== null)]],
    };
    return markResponse(answer, unverified);
  }

  /** On a controllable chain, a revert can give a height another block. */
  #cacheTime(height: number, isBlock: boolean): string {
    const isSettled = this.#source.controls === undefined && height <= this.#newestHeight('final');
    if (!isSettled) return NEVER;
    return isBlock ? YEAR : DAY;
  }

  #writePart(hash: Hash, part: BlockPart): WrittenPart {
    const key = `${bytesKey(hash)}${formatPart(part)}`;
    const kept = this.#written.get(key);
    if (kept !== undefined) return kept;
    const marks = new UnverifiedMarks();
    const { chain, epochs } = watchContext(this.#source, marks);
    const parts = { chain, epochs, origins: this.#origins };
    const message = buildBlockMessage(parts, hash);
    const body = utf8ToBytes(message === null ? 'null' : partToJson(message, part));
    const written = { body, unverified: unverifiedOf(part, marks.list()) };
    this.#written.set(key, written, body.length);
    return written;
  }
}

function partToJson(message: BlockMessage, part: BlockPart): string {
  switch (part.kind) {
    case 'all':
      return BlockMessage.json(message);
    case 'headers':
      return BlockView.json(message.block);
    default: {
      const shard = message.shards.find(({ shardId }) => shardId === part.shardId) ?? null;
      if (part.kind === 'shard') return option(ShardMessage).json(shard);
      return option(ChunkMessage).json(shard?.chunk ?? null);
    }
  }
}

/** A block is verified by its hash, and a chunk contains no state changes. */
function unverifiedOf(part: BlockPart, met: readonly UnverifiedKind[]): readonly UnverifiedKind[] {
  if (part.kind === 'headers') return [];
  return part.kind === 'chunk' ? met.filter((kind) => kind !== 'state-changes') : met;
}

function formatPart(part: BlockPart): string {
  if (part.kind === 'all') return '';
  return part.kind === 'headers' ? '/headers' : `/${part.kind}/${part.shardId}`;
}

function redirect(location: string, cacheControl: string): HttpResponse {
  const headers = [
    ['location', location],
    ['cache-control', cacheControl],
  ] as const;
  return { status: 302, contentType: null, body: new Uint8Array(0), headers };
}

/** Repeating the request does not help. */
function tooLong(length: number, bytesMax: number): HttpResponse {
  const error =
    `The answer would have ${length} bytes, and this node gives ${bytesMax} at most: ask for a ` +
    'shard of the block, or start the node with a larger --max-answer';
  const answer = jsonResponse(413, JSON.stringify({ error, type: 'BLOCK_TOO_LONG' }));
  return { ...answer, headers: [['cache-control', NEVER]] };
}

function notVerified(unverified: readonly UnverifiedKind[]): HttpResponse {
  const error = explainUnverified(unverified);
  const answer = jsonResponse(403, JSON.stringify({ error, type: 'NOT_VERIFIED', unverified }));
  return { ...answer, headers: [['cache-control', NEVER]] };
}

function notYet(): HttpResponse {
  const answer = notFound('BLOCK_DOES_NOT_EXIST', 'The block is too far in the future');
  return { ...answer, headers: [['cache-control', NEVER]] };
}

function notFound(type: string, error: string): HttpResponse {
  const answer = jsonResponse(404, JSON.stringify({ error, type }));
  return { ...answer, headers: [['cache-control', DAY]] };
}
