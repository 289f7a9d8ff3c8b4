// The controls of a local chain, for callers on the same machine or with the node's token.

import { askNode, NodeRefusal } from './node.ts';
import type { Tagged, TransactionStatus } from './wire.ts';

export interface NodeAccount {
  readonly account_id: string;
  readonly public_key: string;
  /** Absent if the node does not reveal it. */
  readonly secret_key?: string;
}

/** Runs a control and reports the result. */
export type RunControl = (what: string, action: () => Promise<unknown>) => Promise<void>;

/** The accounts whose keys the node knows; null if the chain cannot be controlled from here. */
export async function findAccounts(): Promise<readonly NodeAccount[] | null> {
  const found = await askControl<{ accounts: readonly NodeAccount[] }>('perigee_accounts');
  return found?.accounts ?? null;
}

/** The current settings of the chain. */
export interface ControlState {
  readonly mining: string;
  /** The time of the clock in nanoseconds since 1970. */
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

/** The requests of clients, newest first; null if the node does not report them. */
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
