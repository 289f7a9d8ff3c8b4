// The receipts of a transaction as a diagram or as a list; one of them is selected.

import { useState } from 'preact/hooks';
import { FLOW_NODES_MAX, type LaneKind, layoutFlow } from '../../chain/flow.ts';
import { isRefund, type TransactionTree } from '../../chain/receiptTree.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { formatSpan, nanosToMs } from '../../format/times.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ReceiptFlow } from './receiptFlow.tsx';
import { ReceiptList } from './receiptList.tsx';

type View = LaneKind | 'list';

const VIEWS: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'shard', label: 'By shard' },
  { value: 'account', label: 'By account' },
  { value: 'list', label: 'List' },
];

interface ReceiptsPanelProps {
  readonly tree: TransactionTree;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

export function ReceiptsPanel({ tree, selected, onSelect }: ReceiptsPanelProps) {
  const [view, setView] = useState<View>('shard');
  const [showsRefunds, setShowsRefunds] = useState(true);
  const { nodes } = tree;
  const calls = nodes.filter((node) => !isRefund(node));
  const mostGas = Math.max(1, ...calls.map(({ outcome }) => Number(outcome.gas_burnt)));
  return (
    <Panel
      id="receipts"
      class={`a-rec ${view === 'list' ? 'as-list' : ''}`}
      title="Receipts"
      note={describe(tree)}
      tools={
        <>
          <Segmented legend="Lanes" name="lanes" options={VIEWS} value={view} onChange={setView} />
          <label class="check">
            <input
              type="checkbox"
              checked={showsRefunds}
              onChange={({ currentTarget }) => setShowsRefunds(currentTarget.checked)}
            />
            Refunds
          </label>
        </>
      }
    >
      {view !== 'list' && (
        <>
          <ReceiptFlow
            flow={layoutFlow(tree, view, showsRefunds)}
            mostGas={mostGas}
            selected={selected}
            onSelect={onSelect}
          />
          {nodes.length > FLOW_NODES_MAX && (
            <Notice>These are the first {FLOW_NODES_MAX}; the list has all of them.</Notice>
          )}
        </>
      )}
      <ReceiptList
        tree={tree}
        showsRefunds={showsRefunds}
        selected={selected}
        onSelect={onSelect}
      />
    </Panel>
  );
}

function describe({ nodes }: TransactionTree): string {
  const calls = nodes.filter((node) => !isRefund(node) && node.receipt !== null);
  const shards = new Set(calls.map(({ shardId }) => shardId)).size;
  const times = nodes
    .filter((node) => !isRefund(node))
    .map(({ block }) => nanosToMs(block.timestamp_nanosec));
  const spanMs = Math.max(...times) - Math.min(...times);
  const words = [formatNumberOf(calls.length, 'receipt'), `on ${formatNumberOf(shards, 'shard')}`];
  return `${words.join(' ')}, ${formatSpan(spanMs)}`;
}
