// Verifies light-client proofs in the browser: every outcome of a transaction is checked against
// the root of a final block.

import { type OutcomeProof, verifyOutcome } from '../proof/verifyOutcome.ts';
import { askMany, askNode } from './node.ts';
import type { TransactionTree } from './receiptTree.ts';

export interface Verdict {
  /** Whether an outcome is so new that the final blocks do not prove it yet. */
  readonly isEarly: boolean;
  readonly headHeight: number;
  readonly checked: readonly { readonly id: string; readonly fault: string | null }[];
}

export async function proveTransaction({ nodes, root }: TransactionTree): Promise<Verdict> {
  const { header } = await askNode('block', { finality: 'final' });
  const isEarly = nodes.some(({ block }) => block.height >= header.height);
  if (isEarly) return { isEarly, headHeight: header.height, checked: [] };
  const questions = nodes.map(({ id, outcome, receipt }) => ({
    method: 'light_client_proof',
    params: {
      light_client_head: header.hash,
      ...(receipt === null && id === root.id
        ? { type: 'transaction', transaction_hash: id, sender_id: outcome.executor_id }
        : { type: 'receipt', receipt_id: id, receiver_id: outcome.executor_id }),
    },
  }));
  const proofs = await askMany<OutcomeProof>(questions);
  const checked = await Promise.all(
    nodes.map(async ({ id }, at) => {
      const proof = proofs[at] ?? null;
      const fault = proof === null ? 'the node gives no proof' : await verifyOutcome(proof, header);
      return { id, fault };
    }),
  );
  return { isEarly, headHeight: header.height, checked };
}
