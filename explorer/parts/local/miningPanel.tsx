// When blocks are made, and making them now.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import { controlState } from '../../chain/localChain.ts';
import { askNode } from '../../chain/node.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount, formatNumberOf } from '../../format/amounts.ts';
import { describeMining, explainMining, kindOfMining } from '../../format/mining.ts';
import { type Action, useAction, WhatHappened } from '../ui/action.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { BlockLink } from '../values/links.tsx';

const INTERVAL_MS = 2000;

async function mine(params: { blocks: number } | { epochs: number }) {
  const { height } = await askNode('perigee_mine', params);
  const words =
    'blocks' in params ? `Mined ${formatNumberOf(params.blocks, 'block')}.` : 'A new epoch began.';
  return (
    <>
      {words} The newest is <BlockLink height={height} />.
    </>
  );
}

export function MiningPanel() {
  const head = useObservable(chainHead);
  const controls = useObservable(controlState);
  const action = useAction();
  const [blocks, setBlocks] = useState('100');
  return (
    <Panel
      id="mining"
      class="form"
      title="Blocks"
      tools={
        <span class="faint s">
          head <span class="num">{formatCount(head?.height ?? 0)}</span>
        </span>
      }
    >
      {controls !== null && <Mode current={controls.mining} action={action} />}
      <div class="row">
        <button
          class="btn primary"
          type="button"
          onClick={() => action.run(() => mine({ blocks: 1 }))}
        >
          <Icon name="mine" />
          Mine 1
        </button>
        <button class="btn" type="button" onClick={() => action.run(() => mine({ blocks: 10 }))}>
          Mine 10
        </button>
        <button class="btn" type="button" onClick={() => action.run(() => mine({ epochs: 1 }))}>
          To the next epoch
        </button>
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(() => mine({ blocks: Number(blocks) }));
        }}
      >
        <input
          class="input narrow"
          aria-label="How many blocks"
          type="number"
          required
          min={1}
          value={blocks}
          onInput={({ currentTarget }) => setBlocks(currentTarget.value)}
        />
        <button class="btn" type="submit">
          Mine blocks
        </button>
      </form>
      <WhatHappened action={action} />
    </Panel>
  );
}

/** The mode in force; another one is set as soon as it is chosen. */
function Mode({ current, action }: { current: string; action: Action }) {
  const kind = kindOfMining(current);
  const [typed, setTyped] = useState<string | null>(null);
  const ms = typed ?? current.split(':')[1] ?? `${INTERVAL_MS}`;
  const set = (mode: string) =>
    action.run(async () => {
      await askNode('perigee_set_mining', { mode });
      setTyped(null);
      return `Blocks are made ${describeMining(mode)} now.`;
    });
  return (
    <>
      <Segmented
        legend="A block is made"
        name="mining-mode"
        value={kind}
        options={[
          { value: 'auto', label: 'On each transaction' },
          { value: 'interval', label: 'At an interval' },
          { value: 'manual', label: 'By hand' },
        ]}
        onChange={(value) => set(value === 'interval' ? `interval:${INTERVAL_MS}` : value)}
      />
      <p class="quiet s" data-mining={current}>
        {explainMining(current)}
      </p>
      {kind === 'interval' && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            set(`interval:${ms}`);
          }}
        >
          <label>
            Every{' '}
            <input
              class="input narrow"
              type="number"
              required
              min={1}
              value={ms}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />{' '}
            ms
          </label>
          <button class="btn" type="submit">
            Set
          </button>
        </form>
      )}
    </>
  );
}
