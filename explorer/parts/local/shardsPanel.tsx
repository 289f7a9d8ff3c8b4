// The shards of a local chain, and staging the split of one.

import { useState } from 'preact/hooks';
import { gasByShard } from '../../chain/blockSums.ts';
import { chainHead } from '../../chain/connection.ts';
import { feed } from '../../chain/feed.ts';
import { controlState } from '../../chain/localChain.ts';
import { askNode } from '../../chain/node.ts';
import { readRanges } from '../../chain/shardMap.ts';
import { readProtocolConfig } from '../../chain/shards.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { ShardChart } from '../charts/shardChart.tsx';
import { useAction, WhatHappened } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { BlockLink, PageLink } from '../values/links.tsx';

/** Of the newest block: the final one may be of the epoch before. */
async function readLayout() {
  const { header } = await askNode('block', { finality: 'optimistic' });
  return readProtocolConfig(header);
}

export function ShardsPanel() {
  const head = useObservable(chainHead);
  const { blocks } = useObservable(feed);
  const split = useObservable(controlState)?.staged.split ?? null;
  const loaded = useLoaded('layout', readLayout, head?.height ?? 0);
  const layout = loaded.value?.shard_layout;
  const [newest] = blocks;
  if (layout === undefined) return null;
  return (
    <Panel
      id="shards"
      class="form"
      title="Shards"
      note={
        <PageLink page="epoch" subject="">
          Epoch
        </PageLink>
      }
      tools={
        split === null ? (
          <span class="faint s">by account name</span>
        ) : (
          <Badge tone="warn" icon="clock">
            split of shard {split.shard_id} is staged
          </Badge>
        )
      }
    >
      <ShardChart
        layout={layout}
        gas={gasByShard(newest)}
        cut={
          split === null ? undefined : { shardId: split.shard_id, account: split.boundary_account }
        }
      />
      <SplitForm ids={readRanges(layout).ids} />
    </Panel>
  );
}

function SplitForm({ ids }: { ids: readonly number[] }) {
  const action = useAction();
  const [chosen, setChosen] = useState<number | null>(null);
  const [boundary, setBoundary] = useState('');
  const shard_id = chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? 0);
  const split = async () => {
    const params = { shard_id, ...(boundary !== '' && { boundary_account: boundary }) };
    const planned = await askNode('perigee_split_shard', params);
    return (
      <>
        Shards {planned.new_shard_ids.join(' and ')} begin at block{' '}
        <BlockLink height={planned.height} />, cut at {planned.boundary_account}.
      </>
    );
  };
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(split);
        }}
      >
        <label>
          Split shard{' '}
          <select
            class="input"
            value={shard_id}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          >
            {ids.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <label>
          at{' '}
          <input
            class="input mid"
            placeholder="the middle of its state"
            value={boundary}
            onInput={({ currentTarget }) => setBoundary(currentTarget.value.trim())}
          />
        </label>
        <button class="btn" type="submit">
          <Icon name="shard" />
          Split
        </button>
      </form>
      <WhatHappened action={action} />
    </>
  );
}
