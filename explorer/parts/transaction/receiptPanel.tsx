// The selected receipt: why it failed or what it returned, what it was given, and its logs.

import { isFailedNode, labelOf } from '../../chain/flow.ts';
import { isRefund, type ReceiptNode } from '../../chain/receiptTree.ts';
import { failureOf, type ReceiptTrace } from '../../chain/trace.ts';
import type { Tagged } from '../../chain/wire.ts';
import {
  decodeArguments,
  describeAction,
  describeFailure,
  openTagged,
} from '../../format/actions.ts';
import { decodeBase64 } from '../../format/values.ts';
import { Badge } from '../ui/badge.tsx';
import { Callout } from '../ui/callout.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Gas, Near } from '../values/amounts.tsx';
import { BlockLink, Hash, HashLink, Who } from '../values/links.tsx';
import { Value } from '../values/texts.tsx';
import { StackFrames } from './stackFrames.tsx';

/** Longer arguments are folded. */
const ARGUMENTS_OPEN_MAX = 400;

interface ReceiptPanelProps {
  readonly node: ReceiptNode;
  /** Null without a trace. */
  readonly trace: ReceiptTrace | null;
}

export function ReceiptPanel({ node, trace }: ReceiptPanelProps) {
  const isFailed = isFailedNode(node);
  const name = <bdi class="mono">{labelOf(node).slice(0, 100)}</bdi>;
  const { receipt, outcome } = node;
  const actions =
    receipt !== null && 'Action' in receipt.receipt ? receipt.receipt.Action.actions : [];
  return (
    <Panel
      id="receipt"
      class="a-why form"
      title={isFailed ? <>Why {name} failed</> : <>Receipt {name}</>}
      note={!isFailed && isRefund(node) && 'a refund of unspent gas'}
      tools={isFailed && <Badge tone="fail">failed</Badge>}
    >
      {isFailed && <Failed node={node} trace={trace} />}
      <Facts>
        <Fact name="On">
          <Who id={outcome.executor_id} isContract={actions.some(isCall)} />
        </Fact>
        {receipt !== null && (
          <Fact name="Sent by">
            <Who id={receipt.predecessor_id} />
          </Fact>
        )}
        <Fact name="Block">
          <BlockLink height={node.block.height} />, shard {node.shardId}
        </Fact>
        <Fact name="Gas burnt">
          <Gas gas={outcome.gas_burnt} />
        </Fact>
        <Fact name="Cost">
          <Near yocto={outcome.tokens_burnt} />
        </Fact>
        <Fact name={receipt === null ? 'Transaction' : 'Receipt'}>
          {receipt === null ? (
            <Hash text={node.id} label="Copy the hash" />
          ) : (
            <HashLink page="receipt" hash={node.id} />
          )}
        </Fact>
      </Facts>
      {actions.map((action, at) => (
        <ActionDetails key={at} action={action} />
      ))}
      <Returned status={outcome.status} />
    </Panel>
  );
}

function isCall(action: Tagged): boolean {
  return openTagged(action).kind === 'FunctionCall';
}

function Failed({ node, trace }: ReceiptPanelProps) {
  const failure = trace === null ? null : failureOf(trace);
  const message = describeFailure(openTagged(node.outcome.status).fields);
  const stack = failure?.stack ?? [];
  return (
    <>
      <Callout tone="fail" message={message}>
        {failure?.explanation !== undefined && <p class="quiet">{failure.explanation}</p>}
        {failure?.remedy !== undefined && <p class="quiet">{failure.remedy}</p>}
        <p class="quiet">Nothing that this receipt wrote was kept.</p>
      </Callout>
      {stack.length > 0 && <StackFrames stack={stack} />}
    </>
  );
}

/** What a receipt was asked to do, with arguments, attached gas and deposit. */
export function ActionDetails({ action }: { action: Tagged }) {
  const { kind, fields } = openTagged(action);
  const args = decodeArguments(action);
  if (kind !== 'FunctionCall') return <p class="wrap">{upper(describeAction(action))}</p>;
  return (
    <div class="form">
      <Facts>
        <Fact name="Method">
          <bdi class="mono">{String(fields.method_name)}</bdi>
        </Fact>
        <Fact name="Attached">
          <Near yocto={String(fields.deposit ?? 0)} />
        </Fact>
        <Fact name="Gas attached">
          <Gas gas={Number(fields.gas ?? 0)} />
        </Fact>
      </Facts>
      {args !== null && args.kind !== 'nothing' && (
        <details class="more" open={args.text.length <= ARGUMENTS_OPEN_MAX}>
          <summary>
            <Icon name="right" class="turn" />
            Arguments
          </summary>
          <Value value={args} />
        </details>
      )}
    </div>
  );
}

function upper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function Returned({ status }: { status: Tagged }) {
  const { kind, fields } = openTagged(status);
  const value = kind === 'SuccessValue' ? decodeBase64(String(fields.value ?? '')) : null;
  if (value === null || value.kind === 'nothing') return null;
  return (
    <div class="returned">
      <h3>Returned</h3>
      <Value value={value} />
    </div>
  );
}
