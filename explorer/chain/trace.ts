// The trace of a transaction: its receipts, executed again, with the host functions that contracts
// called and where a failure happened. Not every node can execute blocks again.

import type { ResultOf } from 'perigee/client';
import type { FlameNode } from './flame.ts';
import { askNode, NodeRefusal } from './node.ts';

export type TransactionTrace = ResultOf<'perigee_trace_transaction'>;
export type ReceiptTrace = TransactionTrace['receipts'][number];
export type ActionTrace = NonNullable<ReceiptTrace['actions']>[number];
export type HostCall = NonNullable<ActionTrace['host_calls']>[number];
export type TraceFailure = NonNullable<ActionTrace['failure']>;
export type TracedBytes = NonNullable<ActionTrace['result']>;

/** Null if this node has no traces, or not of this transaction. */
export async function loadTrace(tx_hash: string): Promise<TransactionTrace | null> {
  try {
    return await askNode('perigee_trace_transaction', { tx_hash, level: 'host' });
  } catch (error) {
    if (error instanceof NodeRefusal) return null;
    throw error;
  }
}

/** The failure of a receipt with most detail: that of the action, which has the stack. */
export function failureOf({ failure, actions = [] }: ReceiptTrace): TraceFailure | null {
  const failed = actions.find((action) => action.failure?.stack !== undefined) ?? null;
  return failed?.failure ?? failure ?? actions.find((action) => action.failure)?.failure ?? null;
}

const STORES = /^storage_/;
const SENDS = /^(promise_|yield_)/;

/** The gas of a receipt by action and host function. */
export function flameOfReceipt(receipt: ReceiptTrace, name: string): FlameNode[] {
  const total = Number(receipt.gas_burnt);
  const actions = receipt.actions ?? [];
  const burnt = actions.reduce((sum, { gas_burnt }) => sum + Number(gas_burnt), 0);
  const root = { name, parent: null, selfGas: Math.max(0, total - burnt), totalGas: total };
  const nodes: FlameNode[] = [{ ...root, kind: 'base' }];
  for (const action of actions) addAction(nodes, action);
  return nodes;
}

function addAction(nodes: FlameNode[], action: ActionTrace): void {
  const totalGas = Number(action.gas_burnt);
  const byName = new Map<string, { count: number; gas: number }>();
  for (const { name, gas_burnt } of action.host_calls ?? []) {
    const { count, gas } = byName.get(name) ?? { count: 0, gas: 0 };
    byName.set(name, { count: count + 1, gas: gas + Number(gas_burnt) });
  }
  const inside = [...byName.values()].reduce((sum, { gas }) => sum + gas, 0);
  const name = action.method_name ?? action.kind;
  const parent = nodes.length;
  const selfGas = Math.max(0, totalGas - inside);
  const kind = action.method_name == null ? 'base' : 'code';
  nodes.push({ name, parent: 0, selfGas, totalGas, kind });
  for (const [host, { count, gas }] of byName) {
    const words = count === 1 ? host : `${host} ×${count}`;
    const kind = STORES.test(host) ? 'store' : SENDS.test(host) ? 'send' : 'base';
    nodes.push({ name: words, parent, selfGas: gas, totalGas: gas, kind });
  }
}
