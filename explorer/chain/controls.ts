// A developer's hold on a local chain: methods for callers on its machine, or with its token.

import { askNode, NodeRefusal } from './node.ts';
import type { Tagged, TransactionStatus } from './wire.ts';

export interface NodeAccount {
  readonly account_id: string;
  readonly public_key: string;
  /** Absent where the node does not show it. */
  readonly secret_key?: string;
}

/** Runs a control action and reports how it went. */
export type RunControl = (what: string, action: () => Promise<unknown>) => Promise<void>;

/** The accounts whose keys the node knows; null where the chain cannot be controlled from here. */
export async function findAccounts(): Promise<readonly NodeAccount[] | null> {
  const found = await askControl<{ accounts: readonly NodeAccount[] }>('perigee_accounts');
  return found?.accounts ?? null;
}

/** How the chain is controlled at the moment. */
export interface ControlState {
  readonly mining: string;
  /** Nanoseconds since 1970, where the clock stands. */
  readonly timestamp: string;
  readonly snapshots: readonly Snapshot[];
}

export interface Snapshot {
  readonly id: number;
  readonly height: number;
}

export function readControls(): Promise<ControlState> {
  return askNode('perigee_controls', null);
}

export interface LoggedRequest {
  readonly timestamp: string;
  readonly path: string;
  /** Null for one that was too long to be kept. */
  readonly body: string | null;
  readonly body_bytes: number;
  readonly status: number;
  readonly is_error: boolean;
}

/** The requests of clients, newest first; null where the node does not report them. */
export async function findRequests(): Promise<readonly LoggedRequest[] | null> {
  const found = await askControl<{ requests: readonly LoggedRequest[] }>('perigee_requests');
  return found?.requests ?? null;
}

async function askControl<T>(method: string): Promise<T | null> {
  try {
    return await askNode<T>(method, null);
  } catch (error) {
    if (error instanceof NodeRefusal && error.kind === 'METHOD_NOT_FOUND') return null;
    throw error;
  }
}

/** Sends a transaction of any account, without its key. */
export function sendAs(
  signer_id: string,
  receiver_id: string,
  actions: readonly Tagged[],
): Promise<TransactionStatus> {
  const wait_until = 'EXECUTED_OPTIMISTIC';
  return askNode('perigee_impersonate', { signer_id, receiver_id, actions, wait_until });
}
