// A simulated transaction and the same one sent for real come out alike: a random load of all
// actions, and of calls across shards, is simulated block by block before it is sent. The simulated
// block gets the height, time and random value of the real one, so that everything is comparable,
// ids and gas profiles included; only hashes of blocks and proofs of outcomes, which depend on the
// validators' signatures, are left out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { bytesKey, bytesToHex } from '../../src/base/bytes/bytes.ts';
import { formatHash, type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { collectOutcomes, finalStatus } from '../../src/chain/stored/transactionOutcomes.ts';
import { createContractRunner } from '../../src/execution/contractRunner.ts';
import { COST_NAMES } from '../../src/params/costNames.ts';
import { newestVersion } from '../../src/params/protocol.ts';
import { simulate } from '../../src/simulate/simulate.ts';
import type { SimulationBase } from '../../src/simulate/simulatedChain.ts';
import type { SimulatedTransaction, StateDifferences } from '../../src/simulate/simulation.ts';
import { describeDifferences, readDifferences } from '../../src/simulate/stateDifferences.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import { type OutcomeWithIdView, outcomeToView } from '../../src/types/views/outcomeView.ts';
import { CallWork } from '../chain/callWork.ts';
import { Workload } from '../chain/workload.ts';
import { TestNetwork } from '../support/testNetwork.ts';
import { createTraceSource } from '../trace/traceAll.ts';
import { ACTION_KINDS, ActionWork } from './actionWork.ts';

/** More than any transaction of the load takes, except yields that nobody resumes. */
const SETTLING_BLOCKS = 8;

class ComparedNetwork {
  readonly store = new MemoryStore();
  readonly network: TestNetwork;
  readonly base: SimulationBase;
  readonly seen = new Map<string, number>();

  constructor(version: number) {
    const config = { epochLength: 50, protocolVersion: version };
    this.network = new TestNetwork({ config, vote: () => version }, this.store);
    const { config: genesis } = this.network.genesis;
    this.base = { store: this.store, genesis, contracts: createContractRunner() };
  }

  get chain(): Chain {
    return this.network.chain;
  }

  simulate(transactions: readonly HashedTransaction[]): readonly SimulatedTransaction[] {
    const { head } = this.chain;
    const before = head.block.header;
    const rowsBefore = this.#countRows();
    const { transactions: simulated } = simulate(this.base, {
      blockHash: head.hash,
      level: null,
      suggestGas: false,
      blocks: [
        {
          transactions: transactions.map((value) => ({ kind: 'signed', value })),
          overrides: [],
          blockHeight: before.lite.height + 1,
          blockTimestamp: before.lite.timestamp + 1_000_000_000n,
          randomValue: this.#nextRandomValue(),
          waitForReceipts: true,
        },
      ],
    });
    assert.equal(this.chain.head, head);
    assert.deepEqual(this.#countRows(), rowsBefore, 'the store is unchanged');
    return simulated;
  }

  /** Sends what the simulation found valid, and compares everything. */
  compare(transactions: readonly HashedTransaction[]): void {
    const simulated = this.simulate(transactions);
    const valid = transactions.filter((_, i) => simulated[i]?.transactionOutcome !== null);
    const blocks: Hash[] = [];
    this.network.extend({ transactions: valid });
    blocks.push(this.chain.head.hash);
    for (let i = 0; i < SETTLING_BLOCKS; i++) {
      this.network.extend();
      blocks.push(this.chain.head.hash);
    }
    transactions.forEach((transaction, i) => {
      const found = simulated[i] as SimulatedTransaction;
      if (found.transactionOutcome === null) return;
      this.#compareOne(transaction, found, { blocks, isAlone: transactions.length === 1 });
    });
  }

  #compareOne(
    transaction: HashedTransaction,
    found: SimulatedTransaction,
    { blocks, isAlone }: { readonly blocks: readonly Hash[]; readonly isAlone: boolean },
  ): void {
    const { stored } = this.chain;
    const outcomes = collectOutcomes(stored, transaction.hash);
    const views = outcomes.map((outcome) => outcomeToView(outcome, COST_NAMES));
    const simulated = [found.transactionOutcome as OutcomeWithIdView, ...found.receiptsOutcome];
    assert.deepEqual(simulated.map(withoutBlock), views.map(withoutBlock));
    assert.deepEqual(found.status, finalStatus(outcomes));
    const sum = (read: (view: OutcomeWithIdView) => bigint) =>
      views.reduce((total, view) => total + read(view), 0n);
    assert.equal(
      found.gasBurnt,
      sum(({ outcome }) => outcome.gasBurnt),
    );
    assert.equal(
      found.tokensBurnt,
      sum(({ outcome }) => outcome.tokensBurnt),
    );
    const source = createTraceSource(this.chain);
    const owners = new Map(outcomes.map(({ id }) => [bytesKey(id), 'own']));
    const rows = readDifferences(source, blocks, owners).get('own')?.values() ?? [];
    const shown = isAlone ? (changes: StateDifferences) => changes : withoutBalances;
    assert.deepEqual(shown(found.stateChanges), shown(describeDifferences(rows)));
    for (const { kind } of transaction.transaction.actions) {
      const ending = `${kind} ${found.status.kind}`;
      this.seen.set(ending, (this.seen.get(ending) ?? 0) + 1);
    }
  }

  #nextRandomValue(): Hash {
    const { head, epochs } = this.chain;
    const { height } = head.block.header.lite;
    const epoch = epochs.epoch(epochs.epochIdAfter(head.hash));
    const { accountId } = epoch.blockProducer(height + 1);
    const { randomValue } = head.block.header.rest;
    return sha256(this.network.authority.proveRandomness(accountId, randomValue).value);
  }

  /** The head and the state of every shard. */
  #countRows(): readonly string[] {
    const { head, stored } = this.chain;
    const states = head.shards.map(({ extra }) => formatHash(extra.stateRoot));
    return [formatHash(stored.head().hash), ...states, bytesToHex(head.hash)];
  }
}

/**
 * A shard executes the receipts that come from other shards in an order that depends on the hash of
 * the block. If they are of several transactions, what others did to a balance in between differs.
 */
function withoutBalances({ accounts, ...others }: StateDifferences) {
  const shown = accounts.map(({ accountId, before, after }) => {
    const rest = [before, after].map((account) => account && { ...account, amount: 0n });
    return { accountId, rest };
  });
  // Without what others did, the balance may be what it was.
  const changed = shown.filter(({ rest: [before, after] }) => !isDeepStrictEqual(before, after));
  return { ...others, accounts: changed };
}

function withoutBlock({ blockHash: _, proof: __, ...view }: OutcomeWithIdView) {
  return view;
}

/** Versions differ in which actions they allow. */
const LOADS = [
  {
    version: newestVersion('release'),
    rounds: 100,
    kinds: ACTION_KINDS.filter((kind) => kind !== 'DelegateV2'),
    alwaysFail: [],
  },
  {
    version: 86,
    rounds: 15,
    kinds: ['Delegate', 'DelegateV2', 'FunctionCall', 'Transfer'],
    // The contract imports functions that this version lacks.
    alwaysFail: ['FunctionCall'],
  },
] as const;

for (const { version, rounds, kinds, alwaysFail } of LOADS) {
  test(`a random load at version ${version}: ${kinds.join(', ')}`, () => {
    const compared = new ComparedNetwork(version);
    const { network } = compared;
    network.extendTo(3);
    const calls = new CallWork(network, 21);
    const transfers = new Workload(network, 22);
    const actions = new ActionWork(network, 23, kinds);
    compared.compare(calls.prepare());
    compared.compare(transfers.prepare());
    for (let round = 0; round < rounds; round++) {
      const load = Array.from({ length: 1 + actions.below(3) }, () => {
        const source = actions.below(4);
        if (source === 0) return calls.next();
        return source === 1 ? transfers.next() : actions.next();
      });
      compared.compare(load);
    }
    for (const kind of kinds) compared.compare([actions.next(kind), actions.next(kind)]);
    // At the end: some epochs later, the chain would need the blocks of the staker.
    compared.compare([actions.stakeEnough()]);
    const endings = [...compared.seen.keys()];
    assert.deepEqual(
      kinds.filter((kind) => !endings.includes(`${kind} SuccessValue`)),
      alwaysFail,
      'every other kind succeeds at least once',
    );
    assert.ok(endings.some((ending) => ending.endsWith('Failure')));
  });
}
