// Where the gas of a transaction was burnt, function by function. Like traces, profiles are made by
// executing the transaction again.

import type { ResultOf } from 'perigee/client';
import type { FlameNode } from './flame.ts';
import { askNode, unlessRefused } from './node.ts';

export type TransactionProfile = ResultOf<'perigee_profile_transaction'>;
type Frame = TransactionProfile['frames'][number];

const KINDS: Readonly<Record<Frame['kind'], FlameNode['kind']>> = {
  fee: 'base',
  code: 'code',
  store: 'store',
  send: 'send',
  host: 'base',
  other: 'base',
};

/** Null if this node has no profiles, or not of this transaction. */
export function loadProfile(tx_hash: string): Promise<TransactionProfile | null> {
  return unlessRefused(askNode('perigee_profile_transaction', { tx_hash }));
}

/** The nodes of one receipt, each after its parent; none if the profile leaves the receipt out. */
export function flameOfReceipt(profile: TransactionProfile, receiptId: string): FlameNode[] {
  const root = profile.receipts.find(({ receipt_id }) => receipt_id === receiptId)?.node;
  if (root === undefined) return [];
  const { nodes, frames } = profile;
  const totals = nodes.map(({ gas }) => gas);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { parent } = nodes[i] as (typeof nodes)[number];
    if (parent != null) totals[parent] = (totals[parent] ?? 0) + (totals[i] ?? 0);
  }
  const places = new Map<number, number>();
  const flame: FlameNode[] = [];
  nodes.forEach(({ parent, frame, gas, calls }, index) => {
    const around = parent == null ? undefined : places.get(parent);
    if (index !== root && around === undefined) return;
    places.set(index, flame.length);
    const { name, kind } = frames[frame] as Frame;
    flame.push({
      name: calls > 1 ? `${name} ×${calls}` : name,
      parent: around ?? null,
      selfGas: gas,
      totalGas: totals[index] ?? gas,
      kind: KINDS[kind],
    });
  });
  return flame;
}
