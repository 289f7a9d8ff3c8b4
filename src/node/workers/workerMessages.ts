// The messages between the main process, which owns the chain, and the worker processes.
// The listener is passed along with a message.

import type { Home } from '../../home/homeFolder.ts';
import type { HttpResponse } from '../../http/httpResponse.ts';
import type { FromChain, ToChain } from '../chain/chainMessages.ts';
import type { StartOptions } from '../options.ts';

/** What a worker process receives first. */
export interface RpcWorkerData {
  readonly home: Home;
  readonly options: StartOptions;
  /** Where clients reach the service. */
  readonly rpcAddress: string;
}

/** The path of a request for the metrics of all processes. */
export const METRICS_PATH = '/metrics';

export type ToWorker =
  | { readonly kind: 'open'; readonly data: RpcWorkerData }
  /** Comes with the listener that the processes share. */
  | { readonly kind: 'listen' }
  | { readonly kind: 'chain'; readonly message: FromChain }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: HttpResponse }
  | { readonly kind: 'measure'; readonly id: number }
  | { readonly kind: 'stop' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'chain'; readonly message: ToChain }
  /** A request that needs the chain; its caller has been authorized. */
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly path: string;
      readonly body: Uint8Array;
      readonly showsSecrets: boolean;
    }
  /** The text of all metrics, in the Prometheus format. */
  | { readonly kind: 'measured'; readonly id: number; readonly text: string };
