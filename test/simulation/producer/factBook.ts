// What a node has reported, whether it arrived or not: outcomes, blocks, accounts. A fact stays
// true as long as its block is in the chain, whatever crashes come; it is checked again at the end,
// with the node that survived and with a chain that never failed.

import type { World } from '../world.ts';
import type { BlockLog } from './blockLog.ts';

export type Json = { readonly [key: string]: Json } & {
  readonly [index: number]: Json;
} & (string | number);

interface Fact {
  readonly blockHash: string;
  readonly method: string;
  readonly params: unknown;
  /** The part of the response that does not change. */
  readonly pick: (result: Json) => unknown;
  readonly told: string;
}

interface Outcome {
  readonly id: string;
  readonly block_hash: string;
}

const FACTS_MAX = 60;

export class FactBook {
  readonly #world: World;
  readonly #log: BlockLog;
  #facts: Fact[] = [];

  constructor(world: World, log: BlockLog) {
    this.#world = world;
    this.#log = log;
  }

  get facts(): readonly Fact[] {
    return this.#facts;
  }

  /** Records a response, which must come from the chain as it was committed. */
  note(method: string, params: unknown, result: Json): void {
    for (const fact of listFacts(method, params, result)) {
      const isOwn = this.#log.has(fact.blockHash);
      if (isOwn && this.#facts.length < FACTS_MAX) this.#facts.push(fact);
    }
  }

  /** Blocks are gone, through a power cut or a revert. */
  forgetLost(): void {
    this.#facts = this.#facts.filter(({ blockHash }) => this.#log.has(blockHash));
  }

  verify(fact: Fact, result: Json | undefined, who: string): void {
    const now = result === undefined ? 'nothing' : JSON.stringify(fact.pick(result));
    const where = `${fact.method} ${JSON.stringify(fact.params)}`;
    this.#world.check(now === fact.told, `${where}: told ${fact.told}, ${who} says ${now}`);
  }
}

const all = (result: Json): unknown => result;

function* listFacts(method: string, params: unknown, result: Json): Generator<Fact> {
  if (method === 'block') {
    const { hash } = result.header as unknown as { hash: string };
    yield createFact(result, { blockHash: hash, method, params: { block_id: hash }, pick: all });
  } else if (method === 'query') {
    const { block_hash: hash } = result as unknown as { block_hash: string };
    const { finality: _, ...asked } = params as { finality?: string };
    const again = { ...asked, block_id: hash };
    yield createFact(result, { blockHash: hash, method, params: again, pick: all });
  } else if (method === 'send_tx' || method === 'tx') {
    yield* listOutcomes(result);
  }
}

function* listOutcomes(result: Json): Generator<Fact> {
  const { transaction_outcome, receipts_outcome, transaction } = result as unknown as {
    transaction_outcome?: Outcome;
    receipts_outcome?: readonly Outcome[];
    transaction?: { hash: string; signer_id: string };
  };
  if (transaction_outcome === undefined || transaction === undefined) return;
  const params = {
    tx_hash: transaction.hash,
    sender_account_id: transaction.signer_id,
    wait_until: 'NONE',
  };
  for (const { id, block_hash } of [transaction_outcome, ...(receipts_outcome ?? [])]) {
    const pick = (again: Json): unknown => {
      const all = again as unknown as { receipts_outcome: Outcome[]; transaction_outcome: Outcome };
      const outcomes = [all.transaction_outcome, ...all.receipts_outcome];
      return outcomes.find((outcome) => outcome.id === id);
    };
    yield createFact(result, { blockHash: block_hash, method: 'tx', params, pick });
  }
}

function createFact(result: Json, parts: Omit<Fact, 'told'>): Fact {
  return { ...parts, told: JSON.stringify(parts.pick(result)) };
}
