// Balances of fungible tokens, from the events (NEP-297) that contracts log.

const PREFIX = 'EVENT_JSON:';

export class Balances {
  /** By `token account`, such as `ft.test.near alice.test.near`. */
  #balances = new Map();

  get(token, accountId) {
    return this.#balances.get(`${token} ${accountId}`) ?? 0n;
  }

  entries() {
    return [...this.#balances.entries()];
  }

  /** Applies a block, as neardata serves it. */
  add({ shards }) {
    const outcomes = shards.flatMap((shard) => shard.receipt_execution_outcomes);
    for (const {
      execution_outcome: { outcome },
    } of outcomes) {
      // What a failed receipt has logged did not happen.
      if (outcome.status.Failure !== undefined) continue;
      for (const log of outcome.logs) this.#addLog(outcome.executor_id, log);
    }
  }

  #addLog(token, log) {
    const event = parseEvent(log);
    if (event?.standard !== 'nep141') return;
    for (const { old_owner_id, new_owner_id, owner_id, amount } of event.data) {
      const from = event.event === 'ft_burn' ? owner_id : old_owner_id;
      const to = event.event === 'ft_mint' ? owner_id : new_owner_id;
      if (from !== undefined) this.#change(token, from, -BigInt(amount));
      if (to !== undefined) this.#change(token, to, BigInt(amount));
    }
  }

  #change(token, accountId, by) {
    this.#balances.set(`${token} ${accountId}`, this.get(token, accountId) + by);
  }
}

function parseEvent(log) {
  if (!log.startsWith(PREFIX)) return null;
  try {
    return JSON.parse(log.slice(PREFIX.length));
  } catch {
    // Contracts may log anything.
    return null;
  }
}
