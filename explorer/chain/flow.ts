// Where the receipts of a transaction are drawn: a lane for each shard or account, a column for
// each block, time to the right. Everything is in pixels of the picture; nothing is measured.

import { isRefund, type ReceiptNode, type TransactionTree } from './receiptTree.ts';
import { methodOf } from './trail.ts';
import type { BlockHeader } from './wire.ts';

/** More receipts than this are only listed. */
export const FLOW_NODES_MAX = 200;

export type LaneKind = 'shard' | 'account';

export const FLOW_TOP = 34;
export const FLOW_LABELS = 152;
const BOX_HEIGHT = 50;
const BOX_GAP = 26;
const BOX_LEAST = 104;
const BOX_MOST = 190;
const BOX_PADDING = 32;
const CHARACTER = 6.8;
const LANE_GAP = 6;
const LANE_MARGIN = 17;
const COLUMN_GAP = 20;
const COLUMN_GAP_MOST = 110;
/** What a window of 1,280 pixels has place for. */
const WIDTH_LEAST = 990;
const NARROW_COLUMN = 72;
const REFUND_RADIUS = 7;

export interface FlowLane {
  readonly key: string;
  /** The accounts in it; the last one is `…` if there are more. */
  readonly names: readonly string[];
  /** What else is said about it. */
  readonly note: string;
  readonly y: number;
  readonly height: number;
}

export interface FlowColumn {
  readonly block: BlockHeader;
  readonly x: number;
}

export interface FlowBox {
  readonly node: ReceiptNode;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The refunds of a lane in a block. */
export interface FlowRefunds {
  readonly nodes: readonly ReceiptNode[];
  readonly x: number;
  readonly y: number;
}

export interface FlowArrow {
  readonly key: string;
  /** Created by; an answer that a callback waited for; a callback that waits; a refund. */
  readonly kind: 'call' | 'data' | 'wait' | 'refund';
  readonly isBad: boolean;
  readonly path: string;
  readonly tip: { readonly x: number; readonly y: number } | null;
}

export interface Flow {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly FlowLane[];
  readonly columns: readonly FlowColumn[];
  readonly boxes: readonly FlowBox[];
  readonly refunds: readonly FlowRefunds[];
  readonly arrows: readonly FlowArrow[];
}

/** What a receipt is called: its method, or what it does. */
export function labelOf(node: ReceiptNode): string {
  const { receipt } = node;
  if (receipt === null) return 'signed';
  if (isRefund(node)) return 'refund';
  const method = methodOf(receipt);
  if (method !== null) return method;
  const [first] = 'Action' in receipt.receipt ? receipt.receipt.Action.actions : [];
  if (first === undefined) return 'receipt';
  return typeof first === 'string' ? first : (Object.keys(first)[0] ?? 'receipt');
}

export function isFailedNode({ outcome }: ReceiptNode): boolean {
  return typeof outcome.status === 'object' && 'Failure' in outcome.status;
}

interface Cell {
  readonly calls: ReceiptNode[];
  readonly refunds: ReceiptNode[];
}

export function layoutFlow(tree: TransactionTree, kind: LaneKind, showsRefunds: boolean): Flow {
  const nodes = tree.nodes
    .slice(0, FLOW_NODES_MAX)
    .filter((node) => showsRefunds || !isRefund(node));
  const laneOf = (node: ReceiptNode) =>
    kind === 'shard' ? `shard ${node.shardId}` : node.outcome.executor_id;
  const names = [...new Set(nodes.map(laneOf))];
  if (kind === 'shard') names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const blocks = [...new Map(nodes.map(({ block }) => [block.hash, block])).values()].sort(
    (a, b) => a.height - b.height,
  );
  const cells = new Map<string, Cell>();
  const cellOf = (lane: string, hash: string): Cell => {
    const key = `${lane} ${hash}`;
    const cell = cells.get(key) ?? { calls: [], refunds: [] };
    cells.set(key, cell);
    return cell;
  };
  for (const node of nodes) {
    const { calls, refunds } = cellOf(laneOf(node), node.block.hash);
    (isRefund(node) ? refunds : calls).push(node);
  }
  const columns = placeColumns(blocks, (hash) => names.flatMap((name) => cellOf(name, hash).calls));
  const lanes = placeLanes(names, blocks, { kind, nodes, laneOf, cellOf });
  const boxes: FlowBox[] = [];
  const refunds: FlowRefunds[] = [];
  for (const { key, y } of lanes) {
    for (const { block, x } of columns.placed) {
      const cell = cellOf(key, block.hash);
      cell.calls.forEach((node, at) => {
        const top = y + LANE_MARGIN + at * (BOX_HEIGHT + BOX_GAP);
        const label = labelOf(node);
        boxes.push({ node, label, x: x + 8, y: top, width: boxWidth(node), height: BOX_HEIGHT });
      });
      const below = cell.calls.length * (BOX_HEIGHT + BOX_GAP);
      if (cell.refunds.length > 0) {
        const top = y + LANE_MARGIN + below + REFUND_RADIUS + (below === 0 ? BOX_HEIGHT / 3 : 0);
        refunds.push({ nodes: cell.refunds, x: x + 8 + REFUND_RADIUS * 2, y: top });
      }
    }
  }
  const last = lanes.at(-1);
  return {
    width: columns.width,
    height: (last?.y ?? 0) + (last?.height ?? 0) + LANE_GAP,
    lanes,
    columns: columns.placed,
    boxes,
    refunds,
    arrows: drawArrows(boxes, refunds),
  };
}

function boxWidth(node: ReceiptNode): number {
  const wanted = labelOf(node).length * CHARACTER + BOX_PADDING + crossWidth(node);
  return Math.round(Math.min(BOX_MOST, Math.max(BOX_LEAST, wanted)));
}

/** The sign of a failure is in the corner, beside the label. */
function crossWidth(node: ReceiptNode): number {
  return isFailedNode(node) ? 14 : 0;
}

/** As many characters of a label as its box has place for. */
export function fitLabel({ node, label, width }: FlowBox): string {
  const places = Math.floor((width + 6 - BOX_PADDING - crossWidth(node)) / CHARACTER);
  return label.length > places ? `${label.slice(0, places - 1)}…` : label;
}

function placeColumns(
  blocks: readonly BlockHeader[],
  callsIn: (hash: string) => readonly ReceiptNode[],
): { readonly placed: FlowColumn[]; readonly width: number } {
  const widths = blocks.map(({ hash }) => Math.max(NARROW_COLUMN, ...callsIn(hash).map(boxWidth)));
  // A few columns use the place that there is.
  const free = WIDTH_LEAST - FLOW_LABELS - widths.reduce((sum, width) => sum + width, 0);
  const gap = Math.min(COLUMN_GAP_MOST, Math.max(COLUMN_GAP, free / Math.max(1, blocks.length)));
  let x = FLOW_LABELS;
  const placed = blocks.map((block, at) => {
    const column = { block, x: Math.round(x) };
    x += (widths[at] ?? 0) + gap;
    return column;
  });
  return { placed, width: Math.round(x) };
}

interface LaneContent {
  readonly kind: LaneKind;
  readonly nodes: readonly ReceiptNode[];
  readonly laneOf: (node: ReceiptNode) => string;
  readonly cellOf: (lane: string, hash: string) => Cell;
}

const ACCOUNTS_NAMED = 3;

function placeLanes(
  names: readonly string[],
  blocks: readonly BlockHeader[],
  { kind, nodes, laneOf, cellOf }: LaneContent,
): FlowLane[] {
  let y = FLOW_TOP;
  return names.map((name) => {
    const heights = blocks.map(({ hash }) => {
      const { calls, refunds } = cellOf(name, hash);
      const ring = refunds.length > 0 && calls.length > 0 ? REFUND_RADIUS * 2 + 6 : 0;
      return Math.max(1, calls.length) * (BOX_HEIGHT + BOX_GAP) - BOX_GAP + ring;
    });
    const height = Math.max(...heights) + 2 * LANE_MARGIN;
    const inside = nodes.filter((node) => laneOf(node) === name);
    const accounts = [...new Set(inside.map(({ outcome }) => outcome.executor_id))];
    const shards = [...new Set(inside.map(({ shardId }) => shardId))];
    const isCut = accounts.length > ACCOUNTS_NAMED;
    const lane = {
      key: name,
      names: isCut ? [...accounts.slice(0, ACCOUNTS_NAMED - 1), '…'] : accounts,
      note: kind === 'shard' ? name : `shard ${shards.join(', ')}`,
      y,
      height,
    };
    y += height + LANE_GAP;
    return lane;
  });
}

function drawArrows(boxes: readonly FlowBox[], refunds: readonly FlowRefunds[]): FlowArrow[] {
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const waitsFor = new Map<string, FlowBox>();
  for (const box of boxes) for (const id of inputsOf(box.node)) waitsFor.set(id, box);
  const arrows: FlowArrow[] = [];
  for (const box of boxes) {
    const { node } = box;
    for (const { id } of node.children) {
      const child = byId.get(id);
      if (child === undefined) continue;
      const kind = inputsOf(child.node).length > 0 ? 'wait' : 'call';
      arrows.push(join(box, child, kind, kind === 'call' && isFailedNode(child.node)));
    }
    for (const id of outputsOf(node)) {
      const waiting = waitsFor.get(id);
      if (waiting !== undefined) arrows.push(join(box, waiting, 'data', isFailedNode(node)));
    }
  }
  for (const { nodes, x, y } of refunds) {
    const from = boxes.find((box) => nodes.some(({ id }) => hasChild(box.node, id)));
    if (from === undefined) continue;
    const startY = from.y + from.height - 8;
    const path = elbow(from.x + from.width, startY, x - REFUND_RADIUS, y);
    arrows.push({ key: `${nodes[0]?.id} refund`, kind: 'refund', isBad: false, path, tip: null });
  }
  return arrows;
}

function hasChild({ children }: ReceiptNode, id: string): boolean {
  return children.some((child) => child.id === id);
}

function inputsOf({ receipt }: ReceiptNode): readonly string[] {
  return receipt !== null && 'Action' in receipt.receipt
    ? receipt.receipt.Action.input_data_ids
    : [];
}

function outputsOf({ receipt }: ReceiptNode): readonly string[] {
  if (receipt === null || !('Action' in receipt.receipt)) return [];
  return receipt.receipt.Action.output_data_receivers.map(({ data_id }) => data_id);
}

const TIP = 5;

function join(from: FlowBox, to: FlowBox, kind: FlowArrow['kind'], isBad: boolean): FlowArrow {
  const key = `${from.node.id} ${to.node.id} ${kind}`;
  // An answer arrives below the call that made the callback.
  const start = from.y + from.height * (kind === 'wait' ? 0.3 : 0.66);
  const end = to.y + to.height * (kind === 'wait' ? 0.3 : 0.5);
  const path = elbow(from.x + from.width, start, to.x - TIP, end);
  return { key, kind, isBad, path, tip: { x: to.x, y: end } };
}

const TURN = 8;
const RADIUS = 6;

/** Goes right, then up or down shortly before the end, then right. */
function elbow(x1: number, y1: number, x2: number, y2: number): string {
  const turn = x2 - TURN;
  if (Math.abs(y2 - y1) < 2 * RADIUS) return `M${x1} ${y1}L${turn} ${y1}L${x2} ${y2}`;
  const way = y2 > y1 ? RADIUS : -RADIUS;
  return (
    `M${x1} ${y1}H${turn - RADIUS}Q${turn} ${y1} ${turn} ${y1 + way}` +
    `V${y2 - way}Q${turn} ${y2} ${turn + RADIUS} ${y2}H${x2}`
  );
}
