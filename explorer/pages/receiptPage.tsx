// A receipt by its id: what it was to do, where it was executed and how that ended, and the
// transaction that led to it.

import { isFailedNode } from '../chain/flow.ts';
import { askNode } from '../chain/node.ts';
import { loadTransaction, type ReceiptNode, type TransactionTree } from '../chain/receiptTree.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import type { Receipt } from '../chain/wire.ts';
import { describeActions } from '../format/actions.ts';
import { plainSentence, tellTransaction } from '../format/sentences.ts';
import { decodeBase64 } from '../format/values.ts';
import { ActionDetails, ReceiptPanel } from '../parts/transaction/receiptPanel.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel, Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { StandingBadge } from '../parts/ui/standing.tsx';
import { Title } from '../parts/ui/title.tsx';
import { AccountLink, Code, Hash, HashLink, Who } from '../parts/values/links.tsx';
import { LogList } from '../parts/values/logs.tsx';
import { Sentence } from '../parts/values/sentence.tsx';
import { Value } from '../parts/values/texts.tsx';
import type { PageProps } from './pageProps.ts';

interface Found {
  readonly receipt: Receipt;
  /** Null if the node cannot tell. */
  readonly tree: TransactionTree | null;
  /** Where it was executed; null if it was not yet, or has no outcome. */
  readonly node: ReceiptNode | null;
}

async function loadReceipt(id: string): Promise<Found> {
  const params = { receipt_id: id };
  const receipt = await askNode('EXPERIMENTAL_receipt', params);
  const origin = await askNode('EXPERIMENTAL_receipt_to_tx', params).catch(() => null);
  const hash = origin?.transaction_hash;
  const tree = hash === undefined ? null : await loadTransaction(hash).catch(() => null);
  const node = tree?.nodes.find((found) => found.id === id) ?? null;
  return { receipt, tree, node };
}

export function ReceiptPage({ subject: id }: PageProps) {
  const loaded = useLoaded(id, () => loadReceipt(id));
  return (
    <>
      {loaded.value === undefined && <Title>Receipt</Title>}
      <Answer loaded={loaded} unknown="There is no such receipt on this chain.">
        {(found) => <Content id={id} found={found} />}
      </Answer>
      <Raw method="EXPERIMENTAL_receipt" params={{ receipt_id: id }} />
    </>
  );
}

function Content({ id, found: { receipt, tree, node } }: { id: string; found: Found }) {
  const logs = node?.outcome.logs ?? [];
  return (
    <>
      <Title
        over={
          <>
            {node !== null && (
              <StandingBadge standing={isFailedNode(node) ? 'failed' : 'succeeded'} />
            )}
            <span class="over">
              Receipt <Hash text={id} label="Copy the id" />
            </span>
          </>
        }
        lead={tree !== null && <Origin tree={tree} />}
      >
        <Told receipt={receipt} />
      </Title>
      {node === null ? (
        <NotExecuted receipt={receipt} />
      ) : (
        <ReceiptPanel node={node} trace={null} />
      )}
      {logs.length > 0 && (
        <Panel id="receipt-logs" title="Logs and events">
          <LogList lines={logs.map((log) => ({ log, account: null, height: null }))} />
        </Panel>
      )}
    </>
  );
}

/** What the sender wanted, in a sentence. */
function Told({
  receipt: { receipt, predecessor_id: signer, receiver_id: receiver },
}: {
  receipt: Receipt;
}) {
  if ('Action' in receipt) {
    const { actions } = receipt.Action;
    return (
      <Sentence
        phrases={tellTransaction({ signer, receiver, actions, moves: [], isFailed: false })}
      />
    );
  }
  return (
    <>
      <AccountLink id={signer} />{' '}
      {'Data' in receipt ? 'sent data to' : 'distributed a global contract to'}{' '}
      <AccountLink id={receiver} />
    </>
  );
}

function Origin({ tree: { status } }: { tree: TransactionTree }) {
  const { hash, signer_id: signer, receiver_id: receiver, actions } = status.transaction;
  const told = tellTransaction({ signer, receiver, actions, moves: [], isFailed: false });
  return (
    <>
      It is part of transaction <HashLink page="tx" hash={hash} />: <bdi>{plainSentence(told)}</bdi>
      .
    </>
  );
}

function NotExecuted({ receipt }: { receipt: Receipt }) {
  const { receipt: content } = receipt;
  const actions = 'Action' in content ? content.Action.actions : [];
  return (
    <Summary>
      <Facts>
        <Fact name="Sent by">
          <Who id={receipt.predecessor_id} />
        </Fact>
        <Fact name="On">
          <Who id={receipt.receiver_id} />
        </Fact>
        {'Data' in content && (
          <Fact name="Data id">
            <Code text={content.Data.data_id} />
          </Fact>
        )}
        {'Action' in content && (
          <Fact name="What">
            <bdi>{describeActions(actions)}</bdi>
          </Fact>
        )}
      </Facts>
      {actions.map((action, at) => (
        <ActionDetails key={at} action={action} />
      ))}
      {'Data' in content && <Data data={content.Data.data} />}
      {'Action' in content && <Notice>No block has executed it yet.</Notice>}
    </Summary>
  );
}

function Data({ data }: { data: string | null }) {
  if (data === null) return <Notice>The promise failed, so there is no data.</Notice>;
  return <Value value={decodeBase64(data)} />;
}
