// What a transaction was given and what it cost, and when it reached its milestones.

import type { TransactionTree } from '../../chain/receiptTree.ts';
import type { Tagged } from '../../chain/wire.ts';
import { decodeArguments, openTagged } from '../../format/actions.ts';
import { listArguments } from '../../format/arguments.ts';
import { decodeBase64 } from '../../format/values.ts';
import { Fact, Facts } from '../ui/facts.tsx';
import { Summary } from '../ui/panel.tsx';
import { Age } from '../values/age.tsx';
import { Gas, Near } from '../values/amounts.tsx';
import { AccountLink, BlockLink, Hash, Who } from '../values/links.tsx';
import { LongText, Value } from '../values/texts.tsx';
import { Milestones } from './milestones.tsx';
import { ActionDetails } from './receiptPanel.tsx';

export function TransactionSummary({ tree }: { tree: TransactionTree }) {
  const { status, root } = tree;
  const { transaction } = status;
  const { actions } = transaction;
  const [first] = actions;
  const only = actions.length === 1 && first !== undefined ? openTagged(first) : null;
  const call = only?.kind === 'FunctionCall' ? only.fields : null;
  return (
    <Summary>
      <Facts>
        <Fact name="Signer">
          <Who id={transaction.signer_id} />
        </Fact>
        <Fact name={call === null ? 'Receiver' : 'Called'}>
          <Who id={transaction.receiver_id} isContract={call !== null} />
        </Fact>
        {call !== null && (
          <>
            <Fact name="Method">
              <bdi class="mono">{String(call.method_name).slice(0, 200)}</bdi>
            </Fact>
            <Fact name="Attached">
              <Near yocto={String(call.deposit ?? 0)} />
            </Fact>
            <Fact name="Gas attached">
              <Gas gas={Number(call.gas ?? 0)} />
            </Fact>
          </>
        )}
        <Fact name="Gas burnt">
          <span class="total">
            <Gas gas={tree.gasBurnt} />
          </span>
        </Fact>
        <Fact name="Fee">
          <span class="total">
            <Near yocto={tree.tokensBurnt} />
          </span>
        </Fact>
        <Fact name="Block">
          <BlockLink height={root.block.height} />,{' '}
          <Age nanos={root.block.timestamp_nanosec} isAgo />
        </Fact>
        <Fact name="Signed with">
          <Hash text={transaction.public_key} label="Copy the key" />{' '}
          <span class="faint">nonce {transaction.nonce}</span>
        </Fact>
        <Returned status={status.status} />
      </Facts>
      {call !== null && first !== undefined && <Arguments action={first} />}
      {call === null && (
        <ol class="list">
          {actions.map((action, at) => (
            <li key={at}>
              <ActionDetails action={action} />
            </li>
          ))}
        </ol>
      )}
      <div class="scroll-x">
        <h2 class="vh">Milestones</h2>
        <Milestones tree={tree} />
      </div>
    </Summary>
  );
}

/** Arguments that are an object are facts; others are shown as they are. */
function Arguments({ action }: { action: Tagged }) {
  const args = decodeArguments(action);
  if (args === null || args.kind === 'nothing') return null;
  const fields = args.kind === 'JSON' ? listArguments(args.text) : null;
  if (fields === null) return <Value value={args} />;
  return (
    <dl class="facts arguments" aria-label="Arguments">
      {fields.map(({ name, text, isAccount }) => (
        <div key={name}>
          <dt class="mono">
            <bdi>{name}</bdi>
          </dt>
          <dd class="mono wrap">{isAccount ? <AccountLink id={text} /> : <bdi>{text}</bdi>}</dd>
        </div>
      ))}
    </dl>
  );
}

const SHORT_RESULT = 60;

function Returned({ status }: { status: Tagged }) {
  const { kind, fields } = openTagged(status);
  const value = kind === 'SuccessValue' ? decodeBase64(String(fields.value ?? '')) : null;
  if (value === null || value.kind === 'nothing') return null;
  const isShort = value.text.length <= SHORT_RESULT && !value.text.includes('\n');
  return (
    <div class={`result ${isShort ? '' : 'lead'}`}>
      <dt>Returned</dt>
      <dd>
        {isShort ? <bdi class="mono wrap">{value.text}</bdi> : <LongText text={value.text} />}
      </dd>
    </div>
  );
}
