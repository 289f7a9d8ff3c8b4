// A flame graph: who burnt gas, as nested bars. It is laid out from a list of nodes, each after its
// parent.

export interface FlameNode {
  readonly name: string;
  /** The index of the node around it; null for a root. */
  readonly parent: number | null;
  /** The gas that it burnt itself. */
  readonly selfGas: number;
  /** With that of the nodes inside it. */
  readonly totalGas: number;
  /** Fixed costs, code of a contract, storage, or sending to other accounts. */
  readonly kind: 'base' | 'code' | 'store' | 'send';
}

export interface FlameBar {
  readonly node: FlameNode;
  /** In per cent of the whole width. */
  readonly x: number;
  readonly width: number;
  readonly depth: number;
}

/** Bars that are narrower than this, in per cent, cannot be seen. */
const WIDTH_MIN = 0.15;
const BARS_MAX = 1500;
/** A function may call itself thousands of times. */
const DEPTH_MAX = 64;

/** In the order of the nodes; what could not be seen is left out, with what is inside it. */
export function layoutFlame(nodes: readonly FlameNode[]): FlameBar[] {
  const whole = nodes.reduce((sum, node) => sum + (node.parent === null ? node.totalGas : 0), 0);
  if (whole === 0) return [];
  const bars: FlameBar[] = [];
  const placed = new Map<number, FlameBar>();
  /** Where the next node inside a node begins. */
  const free = new Map<number | null, number>();
  nodes.forEach((node, index) => {
    const around = node.parent === null ? null : placed.get(node.parent);
    if (around === undefined || bars.length >= BARS_MAX) return;
    const x = free.get(node.parent) ?? around?.x ?? 0;
    const width = (node.totalGas / whole) * 100;
    free.set(node.parent, x + width);
    if (width < WIDTH_MIN) return;
    const depth = around === null ? 0 : around.depth + 1;
    if (depth >= DEPTH_MAX) return;
    const bar = { node, x, width, depth };
    placed.set(index, bar);
    bars.push(bar);
  });
  return bars;
}
