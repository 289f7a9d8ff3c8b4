// Whether the node can be reached, and the newest block it has told of.

import { Observable } from './observable.ts';

export interface Connection {
  readonly state: 'connecting' | 'open' | 'lost';
  /** How often the node came back. */
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
