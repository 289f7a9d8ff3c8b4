// Typical requests that a process answers for itself, so that V8 has compiled and optimised the
// code before clients need it: the first thousands of requests of a kind cost up to four times as
// much as later ones. It begins when the chain has something to ask about, and sends one request at
// a time, with a pause after each. While clients keep the process busy, their own requests warm it
// up, so that it ends sooner. No metric counts these requests.

import { bytesToUtf8 } from '../base/bytes/bytes.ts';
import { NS_PER_MS } from '../base/units.ts';
import type { RpcContext } from '../rpc/core/context.ts';
import { ROOT } from '../rpc/core/endpoint.ts';
import { RpcService } from '../rpc/service/rpcService.ts';

/** A chain with fewer blocks is most likely that of a test, whose process is short-lived. */
const BLOCKS_MIN = 1_000;
/** A thousand of each kind and more; they take about five seconds of processor time in all. */
const REQUESTS_MAX = 24_000;
/** So that requests about blocks are not outnumbered. */
const TRANSACTIONS_PER_CHUNK = 1;
const PAUSE_MS = 1;
const TOLERANCE_MS = 1;
const LATE_MS_MAX = 50;
/** What clients have asked meanwhile, for each millisecond that a pause takes too long. */
const REQUESTS_PER_MS = 5;

interface WarmUpParts {
  readonly context: RpcContext;
  /** Those of the warm-up alone. */
  createMetrics(): RpcContext['metrics'];
}

/** Returns a function that ends it. */
export function warmUp({ context, createMetrics }: WarmUpParts): () => void {
  const { genesisHeight } = context.genesis;
  let warming: WarmUp | null = null;
  const begin = () => {
    const { height } = context.chain.head();
    if (height - genesisHeight < BLOCKS_MIN) return;
    forget();
    const service = new RpcService({ ...context, metrics: createMetrics() });
    warming = new WarmUp(service, context);
    void warming.run(height, genesisHeight);
  };
  const forget = context.onBlock(begin);
  begin();
  return () => {
    forget();
    warming?.stop();
  };
}

type WarmUpTime = Pick<RpcContext, 'now' | 'timer'>;

interface ShownBlock {
  readonly header: { readonly height: number; readonly hash: string };
  readonly chunks: readonly { readonly chunk_hash: string; readonly height_included: number }[];
}

interface ShownTransaction {
  readonly hash: string;
  readonly signer_id: string;
  readonly receiver_id: string;
}

interface ShownChunk {
  readonly transactions: readonly ShownTransaction[];
}

export class WarmUp {
  readonly #service: Pick<RpcService, 'handle'>;
  readonly #time: WarmUpTime;
  #left = REQUESTS_MAX;
  #cancelPause = () => {};

  constructor(service: Pick<RpcService, 'handle'>, time: WarmUpTime) {
    this.#service = service;
    this.#time = time;
  }

  stop(): void {
    this.#left = 0;
    this.#cancelPause();
  }

  /** Asks about the newest blocks and what they contain, down to a height. */
  async run(head: number, lowest: number): Promise<void> {
    let newest: ShownBlock | null = null;
    for (let height = head; height > lowest && this.#left > 0; height--) {
      const block = await this.#ask<ShownBlock>('block', { block_id: height });
      // Heights may be skipped, and blocks pruned.
      if (block === null) continue;
      newest ??= block;
      await this.#askAbout(block, newest);
    }
  }

  async #askAbout({ header, chunks }: ShownBlock, newest: ShownBlock): Promise<void> {
    await this.#ask('gas_price', [header.height]);
    await this.#ask('EXPERIMENTAL_light_client_block_proof', {
      block_hash: header.hash,
      light_client_head: newest.header.hash,
    });
    for (const { chunk_hash, height_included } of chunks) {
      if (height_included !== header.height) continue;
      const chunk = await this.#ask<ShownChunk>('chunk', { chunk_id: chunk_hash });
      const transactions = chunk?.transactions.slice(0, TRANSACTIONS_PER_CHUNK) ?? [];
      for (const transaction of transactions) {
        await this.#askAboutTransaction(transaction, header.height, newest);
      }
    }
  }

  async #askAboutTransaction(
    { hash, signer_id: signer, receiver_id: receiver }: ShownTransaction,
    height: number,
    newest: ShownBlock,
  ): Promise<void> {
    const params = { tx_hash: hash, sender_account_id: signer };
    await this.#ask('tx', params);
    await this.#ask('EXPERIMENTAL_tx_status', params);
    await this.#ask('EXPERIMENTAL_light_client_proof', {
      type: 'transaction',
      transaction_hash: hash,
      sender_id: signer,
      light_client_head: newest.header.hash,
    });
    await this.#ask('EXPERIMENTAL_changes', {
      block_id: height,
      changes_type: 'account_changes',
      account_ids: [signer],
    });
    const latest = { finality: 'final', account_id: receiver };
    await this.#ask('query', { ...latest, request_type: 'view_account' });
    await this.#ask('query', { ...latest, request_type: 'view_access_key_list' });
    const old = { block_id: height, account_id: signer };
    await this.#ask('query', { ...old, request_type: 'view_account' });
  }

  /** Null if it cannot be answered. */
  async #ask<T>(method: string, params: unknown): Promise<T | null> {
    if (this.#left <= 0) return null;
    this.#left--;
    await this.#pause();
    if (this.#left <= 0) return null;
    const request = { jsonrpc: '2.0', id: 'warm-up', method, params };
    // V8 distinguishes buffers, which HTTP has, from other arrays of bytes.
    const { body } = await this.#service.handle(ROOT, Buffer.from(JSON.stringify(request)));
    const { result = null } = JSON.parse(bytesToUtf8(body)) as { readonly result?: T };
    return result;
  }

  async #pause(): Promise<void> {
    const { now, timer } = this.#time;
    const start = now();
    await new Promise<void>((resolve) => {
      const cancel = timer(resolve, PAUSE_MS);
      this.#cancelPause = () => {
        cancel();
        resolve();
      };
    });
    const spentMs = Number((now() - start) / NS_PER_MS);
    // Clock and timer count whole milliseconds, and a clock that is set is no busy process.
    const lateMs = Math.min(spentMs - PAUSE_MS - TOLERANCE_MS, LATE_MS_MAX);
    if (lateMs > 0) this.#left = Math.max(0, this.#left - lateMs * REQUESTS_PER_MS);
  }
}
