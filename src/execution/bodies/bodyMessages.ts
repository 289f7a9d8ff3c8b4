// The messages to and from the thread that scans large bodies.

import type { BodyScan } from '../../rpc/messages/scanBody.ts';

export interface ToBodyThread {
  readonly id: number;
  readonly body: Uint8Array;
  readonly valuesMax: number;
}

export interface FromBodyThread {
  readonly id: number;
  readonly scan: BodyScan;
}
