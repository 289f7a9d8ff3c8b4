// The same receipts as a list, in the order in which they were created: for a phone, for screen
// readers, and for who prefers to read.

import { isFailedNode, labelOf } from '../../chain/flow.ts';
import { isRefund, type ReceiptNode, type TransactionTree } from '../../chain/receiptTree.ts';
import { describeFailure, openTagged } from '../../format/actions.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { Gas } from '../values/amounts.tsx';
import { AccountLink, BlockLink } from '../values/links.tsx';

interface ReceiptListProps {
  readonly tree: TransactionTree;
  readonly showsRefunds: boolean;
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

export function ReceiptList({ tree, showsRefunds, selected, onSelect }: ReceiptListProps) {
  const refunds = tree.nodes.filter(isRefund);
  const awaited = tree.nodes.flatMap((node) => node.awaited);
  return (
    <ol class="flow-list">
      {tree.nodes
        .filter((node) => showsRefunds || !isRefund(node))
        .map((node) => (
          <Entry
            key={node.id}
            node={node}
            isSelected={node.id === selected}
            onSelect={() => onSelect(node.id)}
          />
        ))}
      {!showsRefunds && refunds.length > 0 && (
        <li class="dim">
          <span>{formatNumberOf(refunds.length, 'refund')} of unspent gas</span>
        </li>
      )}
      {awaited.length > 0 && (
        <li class="dim">
          <span>{formatNumberOf(awaited.length, 'receipt')} not executed yet</span>
        </li>
      )}
    </ol>
  );
}

interface EntryProps {
  readonly node: ReceiptNode;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function Entry({ node, isSelected, onSelect }: EntryProps) {
  const isFailed = isFailedNode(node);
  const { outcome, shardId, block } = node;
  const kind = [isFailed && 'bad', isRefund(node) && 'dim', isSelected && 'sel'].filter(Boolean);
  return (
    <li class={kind.join(' ')} data-receipt={node.id}>
      <button class="link mono b" type="button" aria-pressed={isSelected} onClick={onSelect}>
        <bdi class="wrap">{labelOf(node).slice(0, 200)}</bdi>
      </button>
      <span class="faint">
        <BlockLink height={block.height} />
      </span>
      <p class="quiet wrap">
        <AccountLink id={outcome.executor_id} /> · shard {shardId} · <Gas gas={outcome.gas_burnt} />
      </p>
      {isFailed && (
        <p class="fail-ink wrap" dir="auto">
          {describeFailure(openTagged(outcome.status).fields).slice(0, 300)}
        </p>
      )}
    </li>
  );
}
