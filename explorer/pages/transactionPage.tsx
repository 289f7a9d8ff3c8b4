// A transaction: its actions, its result, and the proof.

import { chainHead } from '../chain/connection.ts';
import { useObservable } from '../chain/observable.ts';
import { loadTransaction, type TransactionTree, transactionParams } from '../chain/receiptTree.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import type { Tagged } from '../chain/wire.ts';
import { decodeArguments, describeAction, describeFailure, openTagged } from '../format/actions.ts';
import { formatTime } from '../format/times.ts';
import { decodeBase64 } from '../format/values.ts';
import { StatusMark } from '../parts/feed/transactionList.tsx';
import { ProofSection } from '../parts/transaction/proofSection.tsx';
import { ReceiptTree } from '../parts/transaction/receiptTree.tsx';
import { StateDiffSection } from '../parts/transaction/stateDiffSection.tsx';
import { Timeline } from '../parts/transaction/timeline.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Failure } from '../parts/ui/notices.tsx';
import { Panel, Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Gas, Near } from '../parts/values/amounts.tsx';
import { AccountLink, BlockLink, Code } from '../parts/values/links.tsx';
import { Value } from '../parts/values/texts.tsx';
import type { PageProps } from './pageProps.ts';

export function TransactionPage({ subject: hash }: PageProps) {
  const head = useObservable(chainHead);
  const version = useVersion(hash, head?.height ?? 0);
  const loaded = useLoaded(hash, () => loadTransaction(hash), version);
  return (
    <>
      <Title>Transaction</Title>
      <Code text={hash} />
      <Answer
        loaded={loaded}
        unknown={
          <>
            No block of this chain holds such a transaction. It may still wait for a block, have
            been refused, or belong to another chain.
          </>
        }
      >
        {(tree) => <Details tree={tree} />}
      </Answer>
    </>
  );
}

const settled = new Set<string>();

/** A final transaction is not requested again. */
function useVersion(hash: string, height: number): number {
  return settled.has(hash) ? 0 : height;
}

function Details({ tree }: { tree: TransactionTree }) {
  const { status, root } = tree;
  const { transaction, final_execution_status } = status;
  if (final_execution_status === 'FINAL') settled.add(transaction.hash);
  const params = transactionParams(transaction.hash, transaction.signer_id);
  return (
    <>
      <Result status={status.status} />
      <Summary>
        <Facts>
          <Fact name="From">
            <AccountLink id={transaction.signer_id} />
          </Fact>
          <Fact name="To">
            <AccountLink id={transaction.receiver_id} />
          </Fact>
          <Fact name="Block">
            <BlockLink height={root.block.height} />{' '}
            <time class="faint">{formatTime(root.block.timestamp_nanosec)}</time>
          </Fact>
          <Fact name="Gas burnt">
            <Gas gas={tree.gasBurnt} />
          </Fact>
          <Fact name="Paid for it">
            <Near yocto={tree.tokensBurnt} />
          </Fact>
          <Fact name="Signed with">
            <Code text={transaction.public_key} />{' '}
            <span class="faint">nonce {transaction.nonce}</span>
          </Fact>
        </Facts>
      </Summary>
      <ActionList actions={transaction.actions} />
      <Timeline tree={tree} />
      <ReceiptTree tree={tree} />
      <StateDiffSection tree={tree} />
      <ProofSection tree={tree} />
      <Raw method="tx_status" params={params} />
    </>
  );
}

function Result({ status }: { status: Tagged }) {
  const { kind, fields } = openTagged(status);
  if (kind === 'Failure') {
    return (
      <div class="result failed">
        <StatusMark kind="failed" />
        <Failure>{describeFailure(fields)}</Failure>
      </div>
    );
  }
  const isDone = kind === 'SuccessValue';
  return (
    <div class="result">
      <StatusMark kind={isDone ? 'done' : 'pending'} />
      {isDone && (
        <>
          {' '}
          and returned <Value value={decodeBase64(String(fields.value ?? ''))} />
        </>
      )}
    </div>
  );
}

function ActionList({ actions }: { actions: readonly Tagged[] }) {
  return (
    <Panel id="actions" title="Actions">
      <ol class="list">
        {actions.map((action, at) => {
          const args = decodeArguments(action);
          return (
            <li key={at}>
              <bdi>{describeAction(action)}</bdi>
              {args !== null && args.kind !== 'nothing' && <Value value={args} />}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
