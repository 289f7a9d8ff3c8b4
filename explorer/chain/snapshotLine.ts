// The line of snapshots: points in the order of the chain, at equal distances so that their names
// have room.

import type { Snapshot } from './controls.ts';

/** Older ones are in the list of the node, and are not drawn. */
const POINTS_MAX = 50;
/** In per cent of the width; the words of the outermost points reach further. */
const LEFT = 4;
const RIGHT = 95;
const POINT_WIDTH = 150;

export interface LinePoint {
  /** In per cent. */
  readonly x: number;
  readonly snapshot: Snapshot;
}

export interface SnapshotLine {
  /** In pixels; a wide screen stretches it. */
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly points: readonly LinePoint[];
  readonly hidden: number;
}

export function layOutSnapshots(snapshots: readonly Snapshot[]): SnapshotLine {
  const drawn = snapshots.slice(-POINTS_MAX);
  const step = (RIGHT - LEFT) / (drawn.length + 1);
  return {
    width: (drawn.length + 2) * POINT_WIDTH,
    left: LEFT,
    right: RIGHT,
    points: drawn.map((snapshot, at) => ({ snapshot, x: LEFT + step * (at + 1) })),
    hidden: snapshots.length - drawn.length,
  };
}
