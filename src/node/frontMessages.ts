// What the process with the chain and the further processes that answer requests say to each other.
// Connections travel beside the messages.

import type { RpcAnswer } from '../rpc/envelope.ts';
import type { FromChain, ToChain } from './chainMessages.ts';
import type { Home } from './homeFolder.ts';
import type { StartOptions } from './options.ts';

/** What a further process is told first. */
export interface FrontData {
  readonly home: Home;
  readonly options: StartOptions;
  /** Where clients find the service. */
  readonly rpcAddress: string;
}

/** The path of a request for the metrics of all processes. */
export const METRICS_PATH = '/metrics';

export type ToFront =
  | { readonly kind: 'open'; readonly data: FrontData }
  /** With a connection. */
  | { readonly kind: 'connection' }
  | { readonly kind: 'chain'; readonly message: FromChain }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: RpcAnswer }
  | { readonly kind: 'measure'; readonly id: number }
  | { readonly kind: 'stop' };

export type FromFront =
  | { readonly kind: 'ready' }
  | { readonly kind: 'chain'; readonly message: ToChain }
  /** A request that only the process with the chain can answer; its caller may ask it. */
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly path: string;
      readonly body: Uint8Array;
      readonly showsSecrets: boolean;
    }
  /** The text of all metrics, in the form of Prometheus. */
  | { readonly kind: 'measured'; readonly id: number; readonly text: string };
