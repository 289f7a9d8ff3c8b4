// The receipts of a transaction as a tree, one row each; refunds are collapsed. The last row is the
// total.

import { isRefund, type ReceiptNode, type TransactionTree } from '../../chain/receiptTree.ts';
import {
  decodeArguments,
  describeActions,
  describeFailure,
  openTagged,
} from '../../format/actions.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { decodeBase64 } from '../../format/values.ts';
import { Failure } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Gas, Near } from '../values/amounts.tsx';
import { AccountLink, BlockLink, HashLink } from '../values/links.tsx';
import { Value } from '../values/texts.tsx';
import { LogList } from './logs.tsx';

export function ReceiptTree({ tree }: { tree: TransactionTree }) {
  return (
    <Panel id="receipts" title="Receipts">
      <ul class="tree">
        <TreeNode node={tree.root} />
      </ul>
      <p class="total">
        <b>Total of {tree.nodes.length}</b> <Gas gas={tree.gasBurnt} />{' '}
        <Near yocto={tree.tokensBurnt} />
      </p>
    </Panel>
  );
}

function TreeNode({ node }: { node: ReceiptNode }) {
  const refunds = node.children.filter(isRefund);
  const others = node.children.filter((child) => !isRefund(child));
  return (
    <li class={`node ${openTagged(node.outcome.status).kind}`} data-id={node.id}>
      <Row node={node} />
      <Detail node={node} />
      {others.length > 0 && (
        <ul>
          {others.map((child) => (
            <TreeNode key={child.id} node={child} />
          ))}
        </ul>
      )}
      {refunds.length > 0 && <Refunds nodes={refunds} />}
      {node.awaited.map((id) => (
        <p key={id} class="faint">
          <HashLink page="receipt" hash={id} /> has no outcome (yet)
        </p>
      ))}
    </li>
  );
}

function Row({ node }: { node: ReceiptNode }) {
  const { id, receipt, shardId, block, outcome } = node;
  return (
    <p class="line">
      {receipt === null ? (
        <span>transaction</span>
      ) : (
        <>
          <HashLink page="receipt" hash={id} />
          <AccountLink id={receipt.predecessor_id} />
        </>
      )}
      <span aria-hidden="true">→</span>
      <AccountLink id={receipt?.receiver_id ?? outcome.executor_id} />
      <bdi class="words">{describeReceipt(node)}</bdi>
      <span class="numbers">
        <span>shard {shardId}</span>
        <BlockLink height={block.height} />
        <Gas gas={outcome.gas_burnt} />
        <Near yocto={outcome.tokens_burnt} />
      </span>
    </p>
  );
}

function describeReceipt(node: ReceiptNode): string {
  const { receipt } = node;
  if (receipt === null) return 'is turned into a receipt';
  if (isRefund(node)) return 'refund';
  return 'Action' in receipt.receipt
    ? describeActions(receipt.receipt.Action.actions)
    : Object.keys(receipt.receipt).join();
}

/** Arguments, logs and result. */
function Detail({ node }: { node: ReceiptNode }) {
  const { outcome, receipt } = node;
  const { kind, fields } = openTagged(outcome.status);
  const actions =
    receipt !== null && 'Action' in receipt.receipt ? receipt.receipt.Action.actions : [];
  const args = actions.map(decodeArguments).filter((value) => value !== null && value.length > 0);
  const result = kind === 'SuccessValue' ? decodeBase64(String(fields.value ?? '')) : null;
  return (
    <div class="detail">
      {args.map((value, at) => (
        <details key={at}>
          <summary>Arguments</summary>
          {value !== null && <Value value={value} />}
        </details>
      ))}
      <LogList logs={outcome.logs} />
      {kind === 'Failure' && <Failure>{describeFailure(fields)}</Failure>}
      {result !== null && result.length > 0 && (
        <div>
          returned <Value value={result} />
        </div>
      )}
    </div>
  );
}

function Refunds({ nodes }: { nodes: readonly ReceiptNode[] }) {
  return (
    <details class="refunds">
      <summary>{formatNumberOf(nodes.length, 'refund')}</summary>
      <ul>
        {nodes.map((node) => (
          <TreeNode key={node.id} node={node} />
        ))}
      </ul>
    </details>
  );
}
