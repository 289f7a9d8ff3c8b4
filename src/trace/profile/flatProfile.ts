// What every frame burnt in a profile: by itself, and with everything that it called.

import type { ProfileFrame, TransactionProfile } from './transactionProfile.ts';

export interface FlatFrame {
  readonly frame: ProfileFrame;
  readonly self: number;
  /** Gas below a recursive call counts once. */
  readonly total: number;
  readonly calls: number;
}

/** By node: the gas of the node and all nodes below it. */
export function totalsOf({ nodes }: Pick<TransactionProfile, 'nodes'>): number[] {
  const totals = nodes.map(({ gas }) => gas);
  for (let index = nodes.length - 1; index >= 0; index--) {
    const parent = nodes[index]?.parent ?? null;
    if (parent !== null) totals[parent]! += totals[index]!;
  }
  return totals;
}

/** The frames that burnt most by themselves come first. */
export function flattenProfile(profile: TransactionProfile): FlatFrame[] {
  const { frames, nodes } = profile;
  const totals = totalsOf(profile);
  const outermost = findOutermost(profile);
  const flat = frames.map((frame) => ({ frame, self: 0, total: 0, calls: 0 }));
  for (const [index, { frame, gas, calls }] of nodes.entries()) {
    const one = flat[frame]!;
    one.self += gas;
    one.calls += calls;
    if (outermost[index]) one.total += totals[index]!;
  }
  const used = flat.filter(({ total }) => total > 0);
  return used.sort((a, b) => b.self - a.self || b.total - a.total);
}

/** By node: is its frame active in no node above it? */
function findOutermost({ nodes }: TransactionProfile): boolean[] {
  const found = nodes.map(() => true);
  const active = new Map<number, number>();
  visitProfile(nodes, {
    enter: (index) => {
      const { frame } = nodes[index]!;
      const count = active.get(frame) ?? 0;
      found[index] = count === 0;
      active.set(frame, count + 1);
    },
    leave: (index) => {
      const { frame } = nodes[index]!;
      active.set(frame, (active.get(frame) ?? 0) - 1);
    },
  });
  return found;
}

interface Visitor {
  enter(index: number): void;
  leave?(index: number): void;
}

/** Depth first, in the order of nodes. Not recursive: contracts may be. */
export function visitProfile(
  nodes: TransactionProfile['nodes'],
  { enter, leave }: Visitor,
  order: (children: number[]) => number[] = (children) => children,
): void {
  const children = nodes.map((): number[] => []);
  const roots: number[] = [];
  for (const [index, { parent }] of nodes.entries()) {
    (parent === null ? roots : children[parent]!).push(index);
  }
  const waiting = order(roots).reverse();
  const open: number[] = [];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const { parent } = nodes[index]!;
    while (open.length > 0 && open.at(-1) !== parent) leave?.(open.pop()!);
    enter(index);
    open.push(index);
    waiting.push(...order(children[index]!).reverse());
  }
  while (open.length > 0) leave?.(open.pop()!);
}
