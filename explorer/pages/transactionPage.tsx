// A transaction: its outcome in words, what it was given, its milestones, and its receipts; the
// panels below follow the receipt that is selected.

import { useState } from 'preact/hooks';
import { chainHead } from '../chain/connection.ts';
import { isFailedNode, labelOf } from '../chain/flow.ts';
import { loadProfile } from '../chain/profile.ts';
import {
  isRefund,
  loadTransaction,
  type ReceiptNode,
  type TransactionTree,
  transactionParams,
} from '../chain/receiptTree.ts';
import { loadTrace } from '../chain/trace.ts';
import { standingOf, trailOfStatus } from '../chain/trail.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import { tellTransaction } from '../format/sentences.ts';
import { ChangePanel } from '../parts/transaction/changePanel.tsx';
import { EventPanel } from '../parts/transaction/eventPanel.tsx';
import { GasPanel } from '../parts/transaction/gasPanel.tsx';
import { ReceiptPanel } from '../parts/transaction/receiptPanel.tsx';
import { ReceiptsPanel } from '../parts/transaction/receiptsPanel.tsx';
import { TransactionHead } from '../parts/transaction/transactionHead.tsx';
import { TransactionSummary } from '../parts/transaction/transactionSummary.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import type { PageProps } from './pageProps.ts';

export function TransactionPage({ subject: hash }: PageProps) {
  const head = useObservable(chainHead);
  const version = settled.has(hash) ? 0 : (head?.height ?? 0);
  const loaded = useLoaded(hash, () => loadTransaction(hash), version);
  return (
    <Answer
      loaded={loaded}
      unknown={
        <>
          No block of this chain holds this transaction. It may still wait for a block, have been
          refused, or belong to another chain.
        </>
      }
    >
      {(tree) => <Details tree={tree} />}
    </Answer>
  );
}

/** Final transactions are not requested again. */
const settled = new Set<string>();

function Details({ tree }: { tree: TransactionTree }) {
  const { status, root, nodes } = tree;
  const { transaction, final_execution_status } = status;
  const { hash, signer_id: signer, receiver_id: receiver, actions } = transaction;
  if (final_execution_status === 'FINAL') settled.add(hash);
  const [chosen, setChosen] = useState<string | null>(null);
  // A trace is made once everything is executed.
  const isExecuted = nodes.every(({ awaited }) => awaited.length === 0);
  const { value: trace = null } = useLoaded(
    hash,
    async () => (isExecuted ? loadTrace(hash) : null),
    `${isExecuted}`,
  );
  // After the trace, which says more and needs the same thread.
  const { value: profile = null } = useLoaded(
    `${hash} profile`,
    async () => (trace === null ? null : loadProfile(hash)),
    `${trace !== null}`,
  );
  const selected = nodes.find(({ id }) => id === chosen) ?? chooseReceipt(nodes);
  const traced = trace?.receipts.find(({ receipt_id }) => receipt_id === selected.id) ?? null;
  const trail = trailOfStatus(status, {
    blockHeight: root.block.height,
    timestampNanosec: root.block.timestamp_nanosec,
  });
  const standing = standingOf(trail);
  const { moves } = trail;
  const isFailed = standing === 'failed';
  return (
    <>
      <TransactionHead
        tree={tree}
        trace={trace}
        standing={standing}
        phrases={tellTransaction({ signer, receiver, actions, moves, isFailed })}
        onSelect={setChosen}
      />
      <TransactionSummary tree={tree} />
      <div class={`tx-grid ${traced === null ? 'without-gas' : ''}`}>
        <ReceiptsPanel tree={tree} selected={selected.id} onSelect={setChosen} />
        <ReceiptPanel key={selected.id} node={selected} trace={traced} />
        {traced !== null && (
          <GasPanel
            key={`${selected.id} gas`}
            trace={traced}
            profile={profile}
            name={labelOf(selected)}
          />
        )}
        <ChangePanel tree={tree} />
        <EventPanel tree={tree} />
      </div>
      <Raw method="tx_status" params={transactionParams(hash, signer)} />
    </>
  );
}

/** The first that failed, otherwise the most expensive one. */
function chooseReceipt(nodes: readonly ReceiptNode[]): ReceiptNode {
  const byTime = [...nodes].sort((a, b) => a.block.height - b.block.height);
  const failed = byTime.find(isFailedNode);
  if (failed !== undefined) return failed;
  return nodes
    .filter((node) => node.receipt !== null && !isRefund(node))
    .reduce(
      (most, node) =>
        Number(node.outcome.gas_burnt) > Number(most.outcome.gas_burnt) ? node : most,
      nodes[1] ?? (nodes[0] as ReceiptNode),
    );
}
