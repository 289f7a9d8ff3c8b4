// Sums over the nodes of a profile, added up in the plainest way.

import assert from 'node:assert/strict';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import type { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import type { TransactionProfile } from '../../../src/trace/profile/transactionProfile.ts';

type Node = { readonly parent: number | null; readonly gas: number };

/** By node, with everything below it. */
export function inclusiveGas(nodes: readonly Node[]): number[] {
  const sums = nodes.map(() => 0);
  for (const { gas, parent } of nodes) {
    let at: number | null = parent;
    while (at !== null && at >= 0) {
      sums[at]! += gas;
      at = nodes[at]?.parent ?? null;
    }
  }
  return sums.map((sum, index) => sum + (nodes[index]?.gas ?? 0));
}

/** The nodes of a receipt add up to the gas of its outcome, and all nodes to that of all. */
export function checkProfile(profile: TransactionProfile, stored: StoredChain): void {
  const { nodes, receipts, gasBurnt, frames } = profile;
  const sums = inclusiveGas(nodes);
  for (const { receiptId, node, gasBurnt: burnt } of receipts) {
    const outcome = stored.outcome(receiptId)?.outcome;
    assert.equal(burnt, outcome?.gasBurnt ?? 0n, formatHash(receiptId));
    assert.equal(BigInt(sums[node]!), burnt, formatHash(receiptId));
    assert.equal(nodes[node]?.parent, null);
  }
  const total = nodes.reduce((sum, { gas }) => sum + BigInt(gas), 0n);
  assert.equal(total, gasBurnt);
  for (const [index, { parent, frame }] of nodes.entries()) {
    assert.ok(parent === null || parent < index, 'a parent comes first');
    assert.ok(frames[frame], 'a frame of the profile');
  }
}
