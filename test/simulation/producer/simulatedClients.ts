// Programs that use a node over a network that delays, drops, repeats and reorders what they send.
// Each signs its transactions one after the other and resends one until it knows its result.

import { bytesToBase64, bytesToUtf8 } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import type { HttpResponse } from '../../../src/http/httpResponse.ts';
import type { AccountId } from '../../../src/types/accountId.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import type { World } from '../world.ts';
import {
  ACCOUNTS,
  type ChainTemplate,
  createTransaction,
  type TransactionKind,
} from './chainTemplate.ts';
import type { Json } from './factBook.ts';

export interface NetworkFaults {
  readonly drop: number;
  readonly repeat: number;
  readonly delayUsMax: number;
}

export interface Question {
  readonly method: string;
  readonly params: unknown;
}

/** Null for a connection that failed. */
export type Reply = { readonly result: Json } | { readonly error: Json } | null;

interface ClientParts {
  readonly world: World;
  readonly template: ChainTemplate;
  readonly faults: NetworkFaults;
  /** Sends to the node that is running; null if none is. */
  ask(body: string): Promise<HttpResponse> | null;
  /** The newest block that was announced to the node's main thread, and how often. */
  shown(): { readonly height: number; readonly age: number };
  /** Called for each response when it leaves the node. */
  onAnswer(question: Question, result: Json): void;
}

const PATIENCE_US = 800_000;
const RETRY_US = 300_000;
const LEVELS = ['INCLUDED', 'EXECUTED_OPTIMISTIC', 'INCLUDED_FINAL', 'EXECUTED', 'FINAL'] as const;
const KINDS: Readonly<Record<TransactionKind, number>> = {
  transfer: 10,
  'to nobody': 2,
  'new account': 2,
  'deleted account': 1,
  key: 1,
  call: 0.3,
  'too much': 1,
};

export class SimulatedNetwork {
  isFaulty = true;
  readonly #parts: ClientParts;
  #asked = 0;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  /** Sends over the network; without a response it gives up after a while. */
  call(question: Question): Promise<Reply> {
    const { world, faults } = this.#parts;
    const { random } = world;
    const id = ++this.#asked;
    world.note(`ask ${id}: ${question.method} ${JSON.stringify(question.params).slice(0, 90)}`);
    return new Promise((resolve) => {
      const end = (reply: Reply) => {
        cancel();
        resolve(reply);
      };
      const cancel = world.after(PATIENCE_US, () => resolve(null), null);
      this.#carry(() => this.#deliver(id, question, end));
      if (this.isFaulty && random.chance(faults.repeat)) {
        this.#carry(() => this.#deliver(id, question, end));
      }
    });
  }

  #carry(task: () => void): void {
    const { world, faults } = this.#parts;
    if (this.isFaulty && world.random.chance(faults.drop)) return;
    const delayUs = this.isFaulty ? faults.delayUsMax : 1_000;
    world.after(world.random.below(delayUs + 1), task, null);
  }

  #deliver(id: number, question: Question, end: (reply: Reply) => void): void {
    const { world, ask, onAnswer } = this.#parts;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'x', ...question });
    const answering = ask(body);
    if (answering === null) {
      this.#carry(() => end(null));
      return;
    }
    const process = world.current;
    const { height, age } = this.#parts.shown();
    void answering.then((answer) => {
      if (process?.isAlive === false) return;
      const text = bytesToUtf8(answer.body);
      const json = JSON.parse(text) as { result?: Json; error?: Json };
      world.note(`answer ${id}: ${answer.status} ${text.length} ${text.slice(16, 100)}`);
      world.check(!isInternal(json.error), `no request fails inside: ${text}`);
      if (json.result !== undefined) onAnswer(question, json.result);
      const isOld = this.#parts.shown().age === age && isOlder(question, json.result, height);
      world.check(!isOld, `a response shows block ${height}: ${text}`);
      const reply = json.result === undefined ? { error: json.error as Json } : json;
      this.#carry(() => end(reply as Reply));
    });
  }
}

/** Whether the newest block was requested and an older one is shown. */
function isOlder({ method, params }: Question, result: Json | undefined, height: number): boolean {
  if (method !== 'block' || result === undefined) return false;
  if ((params as { finality?: string }).finality !== 'optimistic') return false;
  return (result as unknown as { header: { height: number } }).header.height < height;
}

/** The response of a bug, or of a node that is about to end. */
function isInternal(error: Json | undefined): boolean {
  const text = JSON.stringify(error ?? null);
  return text.includes('INTERNAL_ERROR') && !/stopped|pool|waiting|full/.test(text);
}

/** Sends the transactions of one account. */
export class SimulatedSender {
  readonly #account: AccountId;
  readonly #network: SimulatedNetwork;
  readonly #parts: ClientParts;
  #nonce: number;
  #sent: HashedTransaction[] = [];

  constructor(account: AccountId, network: SimulatedNetwork, parts: ClientParts) {
    this.#account = account;
    this.#network = network;
    this.#parts = parts;
    this.#nonce = parts.template.firstNonce;
  }

  /** One transaction after the other, until it is stopped. */
  async run(isStopped: () => boolean): Promise<void> {
    const { random } = this.#parts.world;
    while (!isStopped()) {
      await this.#parts.world.sleep(random.below(300_000), null);
      if (isStopped()) return;
      const choice = random.weighted({ next: 10, old: 1, forged: 1, garbage: 0.5 });
      if (choice === 'next') await this.#sendNext(random.weighted(KINDS), isStopped);
      else if (choice === 'old' && this.#sent.length > 0) await this.#send(random.pick(this.#sent));
      else if (choice === 'forged') await this.#sendForged();
      else if (choice === 'garbage') await this.#ask('send_tx', { signed_tx_base64: 'AAAA' });
    }
  }

  /** Sends a new transaction until its result is known. */
  async #sendNext(kind: TransactionKind, isStopped: () => boolean): Promise<void> {
    const nonce = this.#nonce++;
    const transaction = createTransaction(this.#parts.template, kind, this.#account, nonce);
    this.#sent.push(transaction);
    for (;;) {
      const reply = await this.#send(transaction);
      if (isEnd(reply) || isStopped()) return;
      await this.#parts.world.sleep(RETRY_US, null);
      if (isStopped()) return;
    }
  }

  /** Sends a transfer, and waits for it once. */
  sendOnce(): Promise<Reply> {
    const { template, world } = this.#parts;
    const { bytes } = createTransaction(template, 'transfer', this.#account, this.#nonce++);
    const wait_until = world.random.pick(LEVELS);
    return this.#ask('send_tx', { signed_tx_base64: bytesToBase64(bytes), wait_until });
  }

  #send(transaction: HashedTransaction): Promise<Reply> {
    const { random } = this.#parts.world;
    const signed_tx_base64 = bytesToBase64(transaction.bytes);
    if (random.chance(0.2)) {
      const tx = { tx_hash: formatHash(transaction.hash), sender_account_id: this.#account };
      return this.#ask('tx', { ...tx, wait_until: random.pick(LEVELS) });
    }
    return this.#ask('send_tx', { signed_tx_base64, wait_until: random.pick(LEVELS) });
  }

  /** A signature with one bit changed must never be admitted. */
  async #sendForged(): Promise<void> {
    const { world, template } = this.#parts;
    const { bytes } = createTransaction(template, 'transfer', this.#account, this.#nonce + 50);
    const forged = bytes.slice();
    forged[forged.length - 1 - world.random.below(32)]! ^= 1 << world.random.below(5);
    const signed_tx_base64 = bytesToBase64(forged);
    const reply = await this.#ask('send_tx', { signed_tx_base64, wait_until: 'INCLUDED' });
    const isTaken = reply !== null && 'result' in reply;
    world.check(!isTaken, 'a transaction with a wrong signature is not accepted');
  }

  #ask(method: string, params: unknown): Promise<Reply> {
    return this.#network.call({ method, params });
  }
}

/** An outcome, or a reason why there will never be one. */
function isEnd(reply: Reply): boolean {
  if (reply === null) return false;
  if ('result' in reply) return true;
  return JSON.stringify(reply.error).includes('INVALID_TRANSACTION');
}

/** Reads, with finality or by height. */
export async function readOften(
  { world }: ClientParts,
  network: SimulatedNetwork,
  isStopped: () => boolean,
): Promise<void> {
  const { random } = world;
  while (!isStopped()) {
    await world.sleep(random.below(150_000), null);
    if (isStopped()) return;
    const finality = random.pick(['optimistic', 'final']);
    const account_id = random.pick(ACCOUNTS);
    const question = random.pick<Question>([
      { method: 'block', params: { finality } },
      { method: 'block', params: { finality: 'optimistic' } },
      { method: 'block', params: { finality: 'optimistic' } },
      { method: 'block', params: { block_id: random.below(40) } },
      { method: 'query', params: { request_type: 'view_account', account_id, finality } },
      { method: 'validators', params: [null] },
      { method: 'gas_price', params: [null] },
    ]);
    await network.call(question);
  }
}
