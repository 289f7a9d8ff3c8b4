// A tree of calls: a node for each way in which a function was reached, with the gas that it burnt
// itself. Memory is bounded by the number of nodes, not by the length of a run: once there are
// enough, what is new below a root counts for one node of that root.

import { FRAMES_MAX, OTHER } from './frameTable.ts';

/** Besides one for each root. */
const NODES_MAX = 100_000;
export const NO_PARENT = -1;

interface CallNode {
  /** Less than the node's own index, or `NO_PARENT`. */
  readonly parent: number;
  readonly frame: number;
  /** Burnt by the frame itself. */
  gas: number;
  calls: number;
}

export class CallTree {
  readonly nodes: CallNode[] = [];
  readonly #nodesMax: number;
  /** By parent and frame. */
  readonly #children = new Map<string | number, number>();
  #root = NO_PARENT;

  constructor(nodesMax = NODES_MAX) {
    this.#nodesMax = nodesMax;
  }

  /** What is added after it is below it. */
  addRoot(frame: number): number {
    this.#root = this.nodes.push({ parent: NO_PARENT, frame, gas: 0, calls: 1 }) - 1;
    return this.#root;
  }

  /** The node of a frame below another one. */
  #child(parent: number, frame: number): number {
    const key = parent * (FRAMES_MAX + 1) + frame;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    if (this.nodes.length >= this.#nodesMax) return this.#other();
    return this.#add(parent, frame, key);
  }

  #other(): number {
    const key = `other ${this.#root}`;
    return this.#children.get(key) ?? this.#add(this.#root, OTHER, key);
  }

  #add(parent: number, frame: number, key: string | number): number {
    const index = this.nodes.push({ parent, frame, gas: 0, calls: 0 }) - 1;
    this.#children.set(key, index);
    return index;
  }

  /** Counts a call. */
  enter(parent: number, frame: number): number {
    const index = this.#child(parent, frame);
    (this.nodes[index] as CallNode).calls++;
    return index;
  }

  burn(index: number, gas: number): void {
    (this.nodes[index] as CallNode).gas += gas;
  }
}
