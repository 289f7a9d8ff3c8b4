// The controls of a local chain, for callers on the same machine or with the node's token.

import type { ResultOf } from 'perigee/client';
import type { ActionViewInput } from 'perigee/wire';
import { askNode, NodeRefusal } from './node.ts';
import type { TransactionStatus } from './wire.ts';

export type NodeAccount = ResultOf<'perigee_accounts'>['accounts'][number];

/** Runs a control and reports the result. */
export type RunControl = (what: string, action: () => Promise<unknown>) => Promise<void>;

/** The accounts whose keys the node knows; null if the chain cannot be controlled from here. */
export async function findAccounts(): Promise<readonly NodeAccount[] | null> {
  const found = await orNull(askNode('perigee_accounts'));
  return found?.accounts ?? null;
}

/** The current settings of the chain. */
export type ControlState = ResultOf<'perigee_controls'>;
export type Snapshot = ControlState['snapshots'][number];

export function readControls(): Promise<ControlState> {
  return askNode('perigee_controls');
}

export type LoggedRequest = ResultOf<'perigee_requests'>['requests'][number];

/** The requests of clients, newest first; null if the node does not report them. */
export async function findRequests(): Promise<readonly LoggedRequest[] | null> {
  const found = await orNull(askNode('perigee_requests'));
  return found?.requests ?? null;
}

/** Null if the node does not have the method, or not for this caller. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NodeRefusal && error.kind === 'METHOD_NOT_FOUND') return null;
    throw error;
  }
}

/** Sends a transaction of any account, without its key. */
export function sendAs(
  signer_id: string,
  receiver_id: string,
  actions: readonly ActionViewInput[],
): Promise<TransactionStatus> {
  const wait_until = 'EXECUTED_OPTIMISTIC';
  const params = { signer_id, receiver_id, actions, wait_until } as const;
  return askNode('perigee_impersonate', params) as Promise<TransactionStatus>;
}
