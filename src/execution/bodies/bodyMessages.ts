// What the thread that scans large bodies is told, and what it says.

import type { BodyScan } from '../../rpc/bodies/scanBody.ts';

export interface ToBodyThread {
  readonly id: number;
  readonly body: Uint8Array;
  readonly valuesMax: number;
}

export interface FromBodyThread {
  readonly id: number;
  readonly scan: BodyScan;
}
