// A chunk: the part of one shard in a block.

import { useState } from 'preact/hooks';
import { askNode } from '../chain/node.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import type { Chunk, Receipt } from '../chain/wire.ts';
import { describeActions } from '../format/actions.ts';
import { formatNumberOf } from '../format/amounts.ts';
import { Proposals } from '../parts/blocks/proposals.tsx';
import { TransactionLine } from '../parts/feed/transactionLine.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { More } from '../parts/ui/more.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel, Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Bytes, Fill, Gas, Near } from '../parts/values/amounts.tsx';
import { AccountLink, BlockLink, Hash, HashLink, Who } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

/** Transactions and receipts that are shown at first, and more with each step. */
const STEP = 100;

export function ChunkPage({ subject: hash }: PageProps) {
  const params = { chunk_id: hash };
  const loaded = useLoaded(hash, () => askNode('chunk', params));
  return (
    <>
      {loaded.value === undefined && <Title>Chunk</Title>}
      <Answer loaded={loaded} unknown="There is no such chunk on this chain.">
        {(chunk) => <Content hash={hash} chunk={chunk} />}
      </Answer>
      <Raw method="chunk" params={params} />
    </>
  );
}

function Content({ hash, chunk }: { hash: string; chunk: Chunk }) {
  const { header, author, transactions, receipts } = chunk;
  return (
    <>
      <Title
        over={
          <span class="over">
            Chunk <Hash text={hash} label="Copy the hash" />
          </span>
        }
        lead={
          <>
            <AccountLink id={author} /> produced it with{' '}
            {formatNumberOf(transactions.length, 'transaction')}; it carries{' '}
            {formatNumberOf(receipts.length, 'receipt')} that the shard had sent.
          </>
        }
      >
        Shard {header.shard_id} in block <BlockLink height={header.height_created} />
      </Title>
      <Summary>
        <Facts>
          <Fact name="Block">
            <BlockLink height={header.height_created} />
          </Fact>
          <Fact name="Shard">{header.shard_id}</Fact>
          <Fact name="Producer">
            <Who id={author} />
          </Fact>
          <Fact name="Size">
            <Bytes count={header.encoded_length} />
          </Fact>
          <Fact name="Gas of the chunk before">
            <Gas gas={header.gas_used} /> of <Gas gas={header.gas_limit} />{' '}
            <Fill part={header.gas_used} whole={header.gas_limit} label="gas used" />
          </Fact>
          <Fact name="Burnt in the chunk before">
            <Near yocto={header.balance_burnt} />
          </Fact>
          <Fact name="State root before it">
            <Hash text={header.prev_state_root} label="Copy the state root" />
          </Fact>
          <Fact name="Outcome root">
            <Hash text={header.outcome_root} label="Copy the outcome root" />
          </Fact>
        </Facts>
      </Summary>
      <Transactions transactions={transactions} />
      <Receipts receipts={receipts} />
      <Proposals stakes={header.validator_proposals} />
    </>
  );
}

function Transactions({ transactions }: { transactions: Chunk['transactions'] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <Panel id="chunk-transactions" title="Transactions">
      {transactions.length === 0 && <Notice>The chunk has none.</Notice>}
      <ol class="list">
        {transactions.slice(0, shown).map((transaction) => (
          <li key={transaction.hash}>
            <TransactionLine transaction={transaction} />
          </li>
        ))}
      </ol>
      <More shown={shown} total={transactions.length} onMore={() => setShown(shown + STEP)} />
    </Panel>
  );
}

function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <Panel id="chunk-receipts" note="sent by its shard in the chunk before" title="Receipts">
      {receipts.length === 0 && <Notice>The shard sent none.</Notice>}
      <ol class="list">
        {receipts.slice(0, shown).map((receipt) => (
          <li key={receipt.receipt_id} class="line">
            <HashLink page="receipt" hash={receipt.receipt_id} />
            <span>
              <AccountLink id={receipt.predecessor_id} /> → <AccountLink id={receipt.receiver_id} />
            </span>
            <bdi class="words">{describe(receipt)}</bdi>
          </li>
        ))}
      </ol>
      <More shown={shown} total={receipts.length} onMore={() => setShown(shown + STEP)} />
    </Panel>
  );
}

function describe({ receipt }: Receipt): string {
  if ('Action' in receipt) return describeActions(receipt.Action.actions);
  return 'Data' in receipt ? 'brings data' : 'distributes a global contract';
}
