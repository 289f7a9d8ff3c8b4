// A snapshot for each test: whatever a test does to the chain ends with it.

import type { ConnectedNode } from '../embed/perigeeNode.ts';

/** The hooks of a test runner; node:test, Vitest, Jest and Mocha have them. */
export interface TestHooks {
  readonly beforeEach: (hook: () => Promise<void>) => unknown;
  readonly afterEach: (hook: () => Promise<void>) => unknown;
}

/** The state before each test is restored after it. */
export function useSnapshots(node: ConnectedNode, { beforeEach, afterEach }: TestHooks): void {
  const snapshots = new SnapshotStack(node);
  beforeEach(() => snapshots.push());
  afterEach(() => snapshots.pop());
}

/** Snapshots that are reverted to in reverse order, each once. */
export class SnapshotStack {
  readonly #node: ConnectedNode;
  readonly #ids: number[] = [];

  constructor(node: ConnectedNode) {
    this.#node = node;
  }

  async push(): Promise<void> {
    this.#ids.push(await this.#node.snapshot());
  }

  async pop(): Promise<void> {
    const id = this.#ids.pop();
    if (id === undefined) return;
    await this.#node.revert(id);
    await this.#node.dropSnapshot(id);
  }
}
