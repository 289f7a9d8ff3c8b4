// Verifies light-client proofs in the browser: every outcome of the transaction is checked against
// the root of a final block.

import { chainHead } from '../../chain/connection.ts';
import { askMany, askNode } from '../../chain/node.ts';
import { useObservable } from '../../chain/observable.ts';
import type { TransactionTree } from '../../chain/receiptTree.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { type OutcomeProof, verifyOutcome } from '../../proof/verifyOutcome.ts';
import { Answer } from '../ui/answer.tsx';
import { Failure, Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { BlockLink, HashLink } from '../values/links.tsx';

/** A proof needs the block after the outcome's; beyond these blocks nothing new is expected. */
const SETTLED_AFTER = 10;

interface Verdict {
  /** Whether an outcome is so new that the final blocks do not prove it yet. */
  readonly isEarly: boolean;
  readonly headHeight: number;
  readonly checked: readonly { readonly id: string; readonly fault: string | null }[];
}

export function ProofSection({ tree }: { tree: TransactionTree }) {
  const isFinal = tree.status.final_execution_status === 'FINAL';
  return (
    <Panel id="proof" title="Light-client proof">
      {isFinal ? <Proof tree={tree} /> : <Notice>It can be proven as soon as it is final.</Notice>}
    </Panel>
  );
}

function Proof({ tree }: { tree: TransactionTree }) {
  const head = useObservable(chainHead);
  const newest = Math.max(...tree.nodes.map(({ block }) => block.height));
  const version = Math.min(head?.height ?? 0, newest + SETTLED_AFTER);
  const loaded = useLoaded(tree.status.transaction.hash, () => prove(tree), version);
  if (!isSecureContext) {
    return <Notice>A browser can check it only over https or on this machine.</Notice>;
  }
  return <Answer loaded={loaded}>{(verdict) => <VerdictText verdict={verdict} />}</Answer>;
}

async function prove({ nodes, root }: TransactionTree): Promise<Verdict> {
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

function VerdictText({ verdict: { isEarly, headHeight, checked } }: { verdict: Verdict }) {
  if (isEarly) return <Notice>It can be proven as soon as one more block is final.</Notice>;
  const faults = checked.filter(({ fault }) => fault !== null);
  if (faults.length === 0) {
    return (
      <p class="proven">
        <span class="check" aria-hidden="true">
          ✓
        </span>{' '}
        All {checked.length} outcomes are proven to be part of the chain up to block{' '}
        <BlockLink height={headHeight} />, checked in this browser.
      </p>
    );
  }
  return (
    <>
      {faults.map(({ id, fault }) => (
        <Failure key={id}>
          <HashLink page="receipt" hash={id} />: {fault}
        </Failure>
      ))}
    </>
  );
}
