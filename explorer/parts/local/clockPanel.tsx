// The clock of the chain, which only goes forward.

import { useMemo, useState } from 'preact/hooks';
import { chainNow } from '../../chain/clock.ts';
import { controlState } from '../../chain/localChain.ts';
import { askNode } from '../../chain/node.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatClockDifference, formatTime, msToNanos, nanosToMs } from '../../format/times.ts';
import { useAction, WhatHappened } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';

const STEPS: readonly [words: string, seconds: number][] = [
  ['+1 min', 60],
  ['+1 h', 3600],
  ['+1 day', 86_400],
  ['+30 days', 2_592_000],
];

/** A block with the new time makes it visible to contracts. */
async function moveClock(move: () => Promise<{ timestamp: string }>): Promise<string> {
  const { timestamp } = await move();
  await askNode('perigee_mine', { blocks: 1 });
  return `A block was mined at ${formatTime(timestamp).slice(0, 19)}.`;
}

export function ClockPanel() {
  const timestamp = useObservable(controlState)?.timestamp;
  useObservable(chainNow);
  const action = useAction();
  const [time, setTime] = useState('');
  const aheadMs = useMemo(
    () => (timestamp === undefined ? 0 : nanosToMs(timestamp) - Date.now()),
    [timestamp],
  );
  const [date = '', clock = ''] = formatTime(msToNanos(Date.now() + aheadMs)).split(' ');
  return (
    <Panel
      id="clock"
      class="form"
      title="Clock"
      tools={
        <Badge tone="info">
          <Icon name="clock" />
          {formatClockDifference(aheadMs)}
        </Badge>
      }
    >
      <p class="clock">
        {clock.slice(0, 8)}
        <small> · {date}, local time</small>
      </p>
      <div class="row">
        {STEPS.map(([words, seconds]) => (
          <button
            key={words}
            class="btn"
            type="button"
            onClick={() =>
              action.run(() => moveClock(() => askNode('perigee_advance_time', { seconds })))
            }
          >
            {words}
          </button>
        ))}
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const nanos = msToNanos(new Date(time).getTime());
          action.run(() => moveClock(() => askNode('perigee_set_time', { timestamp: nanos })));
        }}
      >
        <input
          class="input"
          aria-label="Move to"
          type="datetime-local"
          required
          value={time}
          onInput={({ currentTarget }) => setTime(currentTarget.value)}
        />
        <button class="btn" type="submit">
          Move there
        </button>
        <span class="quiet s">Back only with a snapshot.</span>
      </form>
      <WhatHappened action={action} />
    </Panel>
  );
}
