// The cost of a long chain, counted in rows of the store: a request about the end of a long chain
// reads as many rows as for a short one, and a block without transactions writes as many. Proofs
// over all blocks may need some more, by the logarithm of the length.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { Epochs } from '../../src/chain/stored/epochs.ts';
import { StoredChain } from '../../src/chain/stored/storedChain.ts';
import { createEpochStore } from '../../src/chain/stored/storedEpochs.ts';
import { createTrieStates } from '../../src/chain/stored/trieStates.ts';
import type { HashedTransaction } from '../../src/types/transaction.ts';
import {
  ALICE,
  BOB,
  createLocalChain,
  type LocalChain,
  NEAR,
  signTransaction,
  transfer,
} from '../chain/localChain.ts';
import { ask, request } from './support/ask.ts';
import { createFakeContext } from './support/fakeContext.ts';

const SHORT_BLOCKS = 60;
const LONG_BLOCKS = 10 * SHORT_BLOCKS;
/** A tree over ten times as many blocks is this much deeper; a proof has a row for each level. */
const LEVELS_MORE = 4;

/** A chain that ends with a transfer and counts the rows of its store. */
class CountedChain {
  readonly #local: LocalChain;
  readonly #sent: HashedTransaction;
  #reads = 0;
  #writes = 0;

  constructor(blocks: number) {
    this.#local = createLocalChain();
    const { producer, store } = this.#local;
    for (let i = 0; i < blocks; i++) producer.produceBlock();
    this.#sent = signTransaction(this.#local, ALICE, BOB, [transfer(NEAR)]);
    producer.submit(this.#sent);
    do producer.produceBlock();
    while (producer.hasWork());
    const { get, commit } = store;
    store.get = (column, key) => {
      this.#reads++;
      return get.call(store, column, key);
    };
    store.commit = (batch) => {
      this.#writes += [...batch.changes].length;
      commit.call(store, batch);
    };
  }

  /** The number of rows that a request reads on a node that has just started. */
  async countReads(describe: (chain: CountedChain) => [method: string, params: unknown]) {
    const { store, genesis, chain } = this.#local;
    const stored = new StoredChain(store);
    const context = createFakeContext({
      chain: stored,
      epochs: new Epochs(createEpochStore(store), genesis.config),
      states: createTrieStates(stored, chain.trie),
      genesis: genesis.config,
    });
    const [method, params] = describe(this);
    this.#reads = 0;
    const { body } = await ask(context, '/', request(method, params));
    assert.ok('result' in JSON.parse(body), body);
    return this.#reads;
  }

  /** The number of rows that a block without transactions writes. */
  countWrites(): number {
    this.#writes = 0;
    this.#local.producer.produceBlock();
    return this.#writes;
  }

  get height(): number {
    return this.#local.chain.head.block.header.lite.height;
  }

  get headHash(): string {
    return formatHash(this.#local.chain.stored.finalHead().hash);
  }

  hashAt(height: number): string {
    return formatHash(this.#local.chain.stored.hashAt(height) ?? assert.fail());
  }

  get transactionHash(): string {
    return formatHash(this.#sent.hash);
  }
}

let short: CountedChain;
let long: CountedChain;

before(() => {
  short = new CountedChain(SHORT_BLOCKS);
  long = new CountedChain(LONG_BLOCKS);
});

const view = { account_id: ALICE, finality: 'optimistic' };

const QUESTIONS: readonly ((chain: CountedChain) => [method: string, params: unknown])[] = [
  () => ['block', { finality: 'final' }],
  ({ height }) => ['block', { block_id: height - 10 }],
  () => ['block', { block_id: 5 }],
  ({ height }) => ['chunk', { block_id: height - 10, shard_id: 0 }],
  ({ height }) => ['EXPERIMENTAL_changes_in_block', { block_id: height - 5 }],
  () => ['query', { ...view, request_type: 'view_account' }],
  () => ['query', { ...view, request_type: 'view_access_key_list' }],
  ({ transactionHash }) => [
    'EXPERIMENTAL_tx_status',
    { tx_hash: transactionHash, sender_account_id: ALICE, wait_until: 'FINAL' },
  ],
  () => ['gas_price', [null]],
  () => ['validators', [null]],
];

test('requests about a long chain read no more rows than those about a short one', async () => {
  for (const question of QUESTIONS) {
    const [few, many] = [await short.countReads(question), await long.countReads(question)];
    const [method] = question(short);
    assert.ok(few > 0, method);
    assert.equal(many, few, method);
  }
});

test('a proof that a block is an ancestor reads a few more', async () => {
  const question = (chain: CountedChain): [string, unknown] => [
    'EXPERIMENTAL_light_client_block_proof',
    { block_hash: chain.hashAt(5), light_client_head: chain.headHash },
  ];
  const [few, many] = [await short.countReads(question), await long.countReads(question)];
  assert.ok(many <= few + LEVELS_MORE, `${few} rows, then ${many}`);
});

test('blocks of a long chain write no more rows', () => {
  // The number of trees that a block completes depends on its index, so several blocks are counted.
  const count = (chain: CountedChain) =>
    Array.from({ length: 16 }, () => chain.countWrites()).reduce((sum, rows) => sum + rows, 0);
  const [few, many] = [count(short), count(long)];
  assert.ok(many <= few + LEVELS_MORE, `${few} rows, then ${many}`);
});
