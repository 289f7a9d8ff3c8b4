// The chain at a glance: figures and the tape of blocks, what happened in sentences, where gas goes
// and why calls fail.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { connection } from '../chain/connection.ts';
import { feed as liveFeed } from '../chain/feed.ts';
import { actingAccount } from '../chain/localChain.ts';
import { standingOf, type Trail } from '../chain/trail.ts';
import { useObservable } from '../chain/useObservable.ts';
import { useOlderTrails } from '../chain/useOlderTrails.ts';
import { formatCount } from '../format/amounts.ts';
import { FeedList } from '../parts/feed/feedList.tsx';
import { FailurePanel } from '../parts/home/failurePanel.tsx';
import { FreshChain } from '../parts/home/freshChain.tsx';
import { GasBurners, GasOfBlocks } from '../parts/home/gasPanels.tsx';
import { Glance } from '../parts/home/glance.tsx';
import { RefusedPanel } from '../parts/home/refusedPanel.tsx';
import { More } from '../parts/ui/more.tsx';
import { Notice, Skeleton } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { Segmented } from '../parts/ui/segmented.tsx';

export function HomePage() {
  const { blocks, trails, fromHeight } = useObservable(liveFeed);
  const { state } = useObservable(connection);
  const older = useOlderTrails(fromHeight);
  const all = [...trails, ...older.trails];
  if (blocks.length === 0 && state !== 'lost') return <Skeleton />;
  const more = older.fromHeight > 0 && state === 'open' && (
    <button class="btn small quiet" type="button" onClick={older.load}>
      Look before block {formatCount(older.fromHeight)}
    </button>
  );
  return (
    <>
      <h1 class="vh">The chain at a glance</h1>
      {all.length === 0 ? (
        <>
          <FreshChain fromHeight={older.fromHeight} />
          {more}
        </>
      ) : (
        <>
          <Glance />
          <div class="cols home">
            <FeedPanel trails={all} more={more} />
            <div class="stack-v wide-2">
              <GasOfBlocks blocks={blocks} />
              <GasBurners trails={all} />
              <FailurePanel trails={all} />
              <RefusedPanel />
            </div>
          </div>
        </>
      )}
    </>
  );
}

type Filter = 'all' | 'failed' | 'calls' | 'mine';

function passes(filter: Filter, trail: Trail, acting: string | null): boolean {
  const { actions, signer_id } = trail.transaction;
  const standing = standingOf(trail);
  switch (filter) {
    case 'failed':
      return standing === 'failed' || standing === 'partly';
    case 'calls':
      return actions.some((action) => typeof action === 'object' && 'FunctionCall' in action);
    case 'mine':
      return signer_id === acting;
    default:
      return true;
  }
}

/** Transactions that are shown at first, and more with each click. */
const STEP = 40;

interface FeedPanelProps {
  readonly trails: readonly Trail[];
  readonly more: ComponentChildren;
}

function FeedPanel({ trails, more }: FeedPanelProps) {
  const { blocks } = useObservable(liveFeed);
  const acting = useObservable(actingAccount);
  const [filter, setFilter] = useState<Filter>('all');
  const [count, setCount] = useState(STEP);
  const shown = trails.filter((trail) => passes(filter, trail, acting));
  const filters: { value: Filter; label: string }[] = [
    { value: 'all', label: 'All' },
    { value: 'failed', label: 'Failed' },
    { value: 'calls', label: 'Calls' },
    ...(acting === null ? [] : [{ value: 'mine' as const, label: `By ${acting.split('.')[0]}` }]),
  ];
  return (
    <Panel
      id="transactions"
      class="flush"
      title="Now"
      note="newest first"
      tools={
        <Segmented
          legend="Which transactions"
          name="feed-filter"
          options={filters}
          value={filter}
          onChange={setFilter}
        />
      }
    >
      {shown.length === 0 && (
        <div class="inset">
          <Notice>None of the newest transactions is one of these.</Notice>
        </div>
      )}
      <FeedList trails={shown.slice(0, count)} blocks={filter === 'all' ? blocks : []} />
      <div class="more-row">
        <More shown={count} total={shown.length} onMore={() => setCount(count + STEP)} />
        {count >= shown.length && more}
      </div>
    </Panel>
  );
}
