// Whether the node can be reached, and its newest block.

import { Observable } from './observable.ts';

export interface Connection {
  readonly state: 'connecting' | 'open' | 'lost';
  /** How often the connection was restored. */
  readonly reconnects: number;
}

export const connection = new Observable<Connection>({ state: 'connecting', reconnects: 0 });

export interface ChainHead {
  readonly height: number;
  readonly timestampNanosec: string | null;
  /** The newest block that executed something. */
  readonly busyHeight: number;
}

export const chainHead = new Observable<ChainHead | null>(null);
