// The live feed: new blocks and transactions, and older ones on demand.

import { useState } from 'preact/hooks';
import { connection } from '../chain/connection.ts';
import { feed } from '../chain/feed.ts';
import { lookBack } from '../chain/lookBack.ts';
import { useObservable } from '../chain/observable.ts';
import { gatherTrails, type Trail } from '../chain/trail.ts';
import type { BlockEvent } from '../chain/wire.ts';
import { formatCount, formatNumberOf } from '../format/amounts.ts';
import { formatTime } from '../format/times.ts';
import { TrailList } from '../parts/feed/transactionList.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { Fill } from '../parts/values/amounts.tsx';
import { BlockLink } from '../parts/values/links.tsx';

const BLOCKS_SHOWN = 12;
/** How many blocks are searched for older transactions at a time. */
const OLDER_BLOCKS = 1000;
const OLDER_EVENTS = 300;

export function FeedPage() {
  const { blocks, trails, fromHeight } = useObservable(feed);
  const { state } = useObservable(connection);
  const older = useOlder(fromHeight);
  const all = [...trails, ...older.trails];
  return (
    <div class="columns">
      <Panel id="transactions" title="Now">
        {all.length === 0 && state === 'open' && (
          <Notice>
            There are no transactions since block {formatCount(older.fromHeight)}. They appear here
            as soon as one is sent.
          </Notice>
        )}
        <TrailList trails={all} />
        {older.fromHeight > 0 && state === 'open' && (
          <button class="btn" type="button" onClick={older.load}>
            Look before block {formatCount(older.fromHeight)}
          </button>
        )}
      </Panel>
      <Panel id="blocks" title="Blocks">
        <ol class="list blocks">
          {blocks.slice(0, BLOCKS_SHOWN).map((block) => (
            <BlockRow key={block.hash} block={block} />
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function BlockRow({ block }: { block: BlockEvent }) {
  const { height, chunks, timestamp_nanosec } = block;
  const sum = (count: (chunk: BlockEvent['chunks'][number]) => number) =>
    chunks.reduce((total, chunk) => total + count(chunk), 0);
  const transactions = sum((chunk) => chunk.transactions);
  const receipts = sum((chunk) => chunk.receipts);
  return (
    <li class={transactions + receipts === 0 ? 'empty' : ''}>
      <BlockLink height={height} />
      <span>
        {transactions} tx, {formatNumberOf(receipts, 'receipt')}
      </span>
      <Fill
        part={sum((chunk) => Number(chunk.gas_used))}
        whole={sum((chunk) => Number(chunk.gas_limit))}
        label={`gas used of block ${height}`}
      />
      <time class="faint">{formatTime(timestamp_nanosec).slice(11, 19)}</time>
    </li>
  );
}

/** Transactions older than the feed, as far back as the user has scrolled. */
function useOlder(feedFrom: number) {
  const [older, setOlder] = useState<{ fromHeight: number; trails: readonly Trail[] } | null>(null);
  const fromHeight = older?.fromHeight ?? feedFrom;
  const trails = older?.trails ?? [];
  const load = async () => {
    const kinds = ['transaction', 'receipt'] as const;
    const { from, events } = await lookBack({
      to: fromHeight - 1,
      blocksMax: OLDER_BLOCKS,
      kinds,
      isEnough: (found) => found.length >= OLDER_EVENTS,
    });
    setOlder({ fromHeight: from, trails: [...trails, ...gatherTrails(events)] });
  };
  return { fromHeight, trails, load };
}
