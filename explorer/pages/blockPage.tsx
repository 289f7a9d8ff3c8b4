// A block: its chunks with their gas usage, and its transactions.

import { useState } from 'preact/hooks';
import { sumBlock } from '../chain/blockSums.ts';
import { chainHead } from '../chain/connection.ts';
import { type ChainEvent, readEvents } from '../chain/eventRange.ts';
import { loadTrails } from '../chain/loadTrails.ts';
import { askNode } from '../chain/node.ts';
import { readProtocolConfig } from '../chain/shards.ts';
import type { Trail } from '../chain/trail.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import type { Block, BlockEvent, BlockHeader } from '../chain/wire.ts';
import { formatCount, formatNumberOf } from '../format/amounts.ts';
import { Proposals } from '../parts/blocks/proposals.tsx';
import { FeedList } from '../parts/feed/feedList.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { More } from '../parts/ui/more.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel, Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Age, Time } from '../parts/values/age.tsx';
import { Fill, Gas, Near } from '../parts/values/amounts.tsx';
import { AccountLink, BlockLink, Code, HashLink, Who } from '../parts/values/links.tsx';
import { formatRoute } from '../route.ts';
import type { PageProps } from './pageProps.ts';

interface BlockContent {
  readonly block: Block;
  readonly protocolVersion: number;
  /** The effects of the block itself; chunk headers contain those of the previous chunk. */
  readonly chunks: BlockEvent['chunks'];
  /** The first of its transactions. */
  readonly trails: readonly Trail[];
  readonly transactionCount: number;
}

/** Transactions that are shown at first, and more with each step. */
const STEP = 50;

/** A height, or a hash. */
function parseBlockId(subject: string): number | string {
  return /^\d{1,15}$/.test(subject) ? Number(subject) : subject;
}

async function loadBlock(id: number | string, trailsMax: number): Promise<BlockContent> {
  const { block, events } = await readBlock(id, trailsMax);
  const { height, timestamp_nanosec: timestampNanosec } = block.header;
  const [first] = events;
  const chunks = first?.kind === 'block' ? first.data.chunks : [];
  const transactionCount = chunks.reduce((sum, { transactions }) => sum + transactions, 0);
  const placed = events.flatMap(({ kind, data }) =>
    kind === 'transaction'
      ? [{ hash: data.transaction.hash, blockHeight: height, timestampNanosec }]
      : [],
  );
  const [{ protocol_version: protocolVersion }, trails] = await Promise.all([
    readProtocolConfig(block.header),
    loadTrails(placed),
  ]);
  return { block, protocolVersion, chunks, transactionCount, trails };
}

interface ReadBlock {
  readonly block: Block;
  /** What it did, and its first transactions. */
  readonly events: readonly ChainEvent[];
}

/** Both at once for a height; that of a hash is known only with the block. */
async function readBlock(id: number | string, trailsMax: number): Promise<ReadBlock> {
  const asked = askNode('block', { block_id: id });
  const kinds = ['block', 'transaction'] as const;
  const readAt = (height: number, signal: AbortSignal | null) =>
    readEvents({ from: height, to: height, kinds, countMax: trailsMax + 1 }, signal);
  if (typeof id === 'string') {
    const block = await asked;
    return { block, events: (await readAt(block.header.height, null)) ?? [] };
  }
  const stop = new AbortController();
  try {
    const [block, events] = await Promise.all([asked, readAt(id, stop.signal)]);
    return { block, events: events ?? [] };
  } finally {
    // A height that is not reached yet has no end.
    stop.abort();
  }
}

/** Reloaded only until its transactions are final. */
const SETTLED_AFTER = 20;

function settledVersion(id: number | string, headHeight: number): number {
  return typeof id === 'number' ? Math.min(headHeight, id + SETTLED_AFTER) : 0;
}

export function BlockPage({ subject }: PageProps) {
  const id = parseBlockId(subject);
  const head = useObservable(chainHead);
  const [shown, setShown] = useState(STEP);
  const version = `${settledVersion(id, head?.height ?? 0)}/${shown}`;
  const loaded = useLoaded(subject, () => loadBlock(id, shown), version);
  return (
    <>
      {loaded.value === undefined && <Title>Block</Title>}
      <Answer
        loaded={loaded}
        unknown={
          <>
            There is no block <bdi>{subject}</bdi> on this chain. A height can be left out, or not
            be reached yet.
          </>
        }
      >
        {(content) => <Content content={content} onMore={() => setShown(shown + STEP)} />}
      </Answer>
      <Raw method="block" params={{ block_id: id }} />
    </>
  );
}

function Content({ content, onMore }: { content: BlockContent; onMore: () => void }) {
  const { block, protocolVersion, trails, transactionCount, chunks } = content;
  const { header, author } = block;
  return (
    <>
      <BlockTitle content={content} />
      <Summary>
        <Facts>
          <Fact name="Hash">
            <Code text={header.hash} />
          </Fact>
          <Fact name="Time">
            <Time nanos={header.timestamp_nanosec} />
          </Fact>
          <Fact name="Producer">
            <Who id={author} />
          </Fact>
          <Fact name="Epoch">
            <HashLink page="epoch" hash={header.epoch_id} />
          </Fact>
          <Fact name="Protocol version">
            {protocolVersion}
            <UpgradeVote header={header} version={protocolVersion} />
          </Fact>
          <SplitFact split={header.shard_split ?? null} />
          <Fact name="Gas price">{formatCount(BigInt(header.gas_price))} yoctoNEAR</Fact>
          <Fact name="Total supply">
            <Near yocto={header.total_supply} />
          </Fact>
          <Fact name="Makes final">
            <HashLink page="block" hash={header.last_final_block} />
          </Fact>
        </Facts>
      </Summary>
      <Chunks block={block} chunks={chunks} />
      <Panel
        id="block-transactions"
        class="flush"
        title="Transactions"
        note={`${transactionCount}`}
      >
        <FeedList trails={trails} />
        <div class="inset">
          {trails.length === 0 && <Notice>No transaction was included in this block.</Notice>}
          <More shown={trails.length} total={transactionCount} onMore={onMore} />
        </div>
      </Panel>
      <Proposals stakes={header.validator_proposals} />
    </>
  );
}

function BlockTitle({ content: { block, chunks } }: { content: BlockContent }) {
  const { header, author } = block;
  const sums = sumBlock({ chunks });
  const work = [
    formatNumberOf(sums.transactions, 'transaction'),
    formatNumberOf(sums.receipts, 'receipt'),
  ].join(' and ');
  const isEmpty = sums.transactions + sums.receipts === 0;
  return (
    <Title
      tools={<Neighbours header={header} />}
      lead={
        <>
          <AccountLink id={author} /> produced it <Age nanos={header.timestamp_nanosec} isAgo />
          {sums.gasUsed > 0 && (
            <>
              ; its shards burnt <Gas gas={sums.gasUsed} />
            </>
          )}
          .
        </>
      }
    >
      Block {formatCount(header.height)} {isEmpty ? 'is empty' : `executed ${work}`}
    </Title>
  );
}

function Neighbours({ header }: { header: BlockHeader }) {
  const head = useObservable(chainHead);
  const isHead = head === null || head.height <= header.height;
  return (
    <nav class="row" aria-label="Neighbouring blocks">
      {header.prev_height !== null && header.prev_height < header.height && (
        <a
          class="btn small"
          rel="prev"
          href={formatRoute({ page: 'block', subject: header.prev_hash })}
        >
          <span aria-hidden="true">←</span> Block {formatCount(header.prev_height)}
        </a>
      )}
      {!isHead && (
        <a
          class="btn small"
          rel="next"
          href={formatRoute({ page: 'block', subject: `${header.height + 1}` })}
        >
          Next block <span aria-hidden="true">→</span>
        </a>
      )}
    </nav>
  );
}

function Chunks({ block, chunks }: { block: Block; chunks: BlockEvent['chunks'] }) {
  const done = new Map(chunks.map((chunk) => [chunk.shard_id, chunk]));
  return (
    <Panel id="chunks" class="flush" title="Chunks" note="one for each shard">
      <table class="table cards">
        <thead>
          <tr>
            <th scope="col">Shard</th>
            <th scope="col">Chunk</th>
            <th scope="col">Executed</th>
            <th class="r" scope="col">
              Gas
            </th>
            <th scope="col">Of its limit</th>
          </tr>
        </thead>
        <tbody>
          {block.chunks.map(({ shard_id, chunk_hash, height_included }) => {
            const made = done.get(shard_id);
            return (
              <tr key={shard_id} data-chunk={shard_id}>
                <td>shard {shard_id}</td>
                <td class="r-phone">
                  <HashLink page="chunk" hash={chunk_hash} />
                </td>
                {made === undefined ? (
                  <td class="faint full" colSpan={3}>
                    no new chunk since <BlockLink height={height_included} />
                  </td>
                ) : (
                  <ChunkWork chunk={made} />
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

function ChunkWork({ chunk }: { chunk: BlockEvent['chunks'][number] }) {
  const { shard_id, transactions, receipts, gas_used, gas_limit } = chunk;
  const isEmpty = transactions + receipts === 0;
  const work = [formatNumberOf(transactions, 'transaction'), formatNumberOf(receipts, 'receipt')];
  return (
    <>
      <td class={isEmpty ? 'faint full' : 'full'}>{isEmpty ? 'nothing' : work.join(', ')}</td>
      <td class="r">
        <Gas gas={gas_used} />
      </td>
      <td>
        <Fill part={gas_used} whole={gas_limit} label={`gas used of shard ${shard_id}`} />
      </td>
    </>
  );
}

/** What the block votes for, if it is another version than that of its epoch. */
function UpgradeVote({ header, version }: { header: BlockHeader; version: number }) {
  const { latest_protocol_version: vote } = header;
  return vote === version ? null : <span class="faint"> votes for {vote}</span>;
}

function SplitFact({ split }: { split: readonly [number, string] | null }) {
  if (split === null) return null;
  const [shardId, boundary] = split;
  return (
    <Fact name="Announces">
      the split of shard {shardId} at <bdi>{boundary}</bdi>
    </Fact>
  );
}
