// A local chain of three shards that can be listened to: its blocks are produced on demand, and a
// contract logs the texts that a test wants.

import { createTrieStates } from '../../../src/chain/stored/trieStates.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import {
  ALICE,
  BOB,
  createLocalChain,
  type LocalChain,
  signTransaction,
  TGAS,
} from '../../chain/localChain.ts';
import { hostCalls, recordedContract } from '../../support/recordedContracts.ts';
import { createFakeContext } from './fakeContext.ts';

export class LoggingChain {
  readonly local: LocalChain = createLocalChain({}, { shards: 3 });
  readonly context: RpcContext;
  readonly #listeners = new Set<() => void>();
  readonly #revertListeners = new Set<(height: number) => void>();

  constructor() {
    const { chain } = this.local;
    const subscribe =
      <T>(listeners: Set<T>) =>
      (listener: T) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
    this.context = createFakeContext({
      chain: chain.stored,
      epochs: chain.epochs,
      states: createTrieStates(chain.stored, chain.trie),
      genesis: chain.genesis,
      onBlock: subscribe(this.#listeners),
      onRevert: subscribe(this.#revertListeners),
    });
  }

  get height(): number {
    return this.local.chain.head.block.header.lite.height;
  }

  /** The number of listeners. */
  get listeners(): number {
    return this.#listeners.size + this.#revertListeners.size;
  }

  mine(count = 1): void {
    for (let i = 0; i < count; i++) {
      this.local.producer.produceBlock();
      for (const listener of this.#listeners) listener();
    }
  }

  /** Mines until nothing is left to do. */
  settle(): void {
    do this.mine();
    while (this.local.producer.hasWork());
  }

  submit(
    signer: string,
    receiver: string,
    actions: Parameters<typeof signTransaction>[3],
  ): HashedTransaction {
    const transaction = signTransaction(this.local, signer, receiver, actions);
    this.local.producer.submit(transaction);
    return transaction;
  }

  /** Deploys the logging contract to Bob's account. */
  deploy(): void {
    const code = recordedContract('hostcall');
    this.submit(BOB, BOB, [{ kind: 'DeployContract', value: { code } }]);
    this.settle();
  }

  /** Alice makes Bob's contract log some texts. */
  say(...texts: string[]): HashedTransaction {
    const args = hostCalls(...texts.map((text) => ['log_utf8', text] as const));
    const value = { methodName: 'run', args, gas: 30n * TGAS, deposit: 0n };
    return this.submit(ALICE, BOB, [{ kind: 'FunctionCall', value }]);
  }

  async snapshot(): Promise<number> {
    const { id } = await this.local.controls.run({ kind: 'snapshot' });
    return id;
  }

  /** Reverts blocks and announces it. */
  async revert(id: number): Promise<void> {
    const { height } = await this.local.controls.run({ kind: 'revert', id });
    for (const listener of this.#revertListeners) listener(height);
  }
}

/** A log in the format of NEP-297. */
export function announce(standard: string, event: string, data?: unknown): string {
  return `EVENT_JSON:${JSON.stringify({ standard, version: '1.0.0', event, data })}`;
}
