// The state of the node, which explains why a chain behaves as it does; and the theme.

import type { ComponentChildren } from 'preact';
import { chainNow } from '../../chain/clock.ts';
import { chainHead } from '../../chain/connection.ts';
import { feed, nodeStatus } from '../../chain/feed.ts';
import { controlState } from '../../chain/localChain.ts';
import { THEMES, type Theme, theme } from '../../chain/preferences.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { describeMining } from '../../format/mining.ts';
import { formatAge, formatClockDifference, nanosToMs } from '../../format/times.ts';
import { Icon } from '../ui/icon.tsx';
import { Segmented } from '../ui/segmented.tsx';

export function NodeState() {
  const status = useObservable(nodeStatus);
  const controls = useObservable(controlState);
  const { blocks } = useObservable(feed);
  const [newest] = blocks;
  if (status === null) return null;
  return (
    <dl>
      <dt>Network</dt>
      <dd>{status.chain_id}</dd>
      {controls !== null && (
        <>
          <dt>Mining</dt>
          <dd>{controls.halted === null ? describeMining(controls.mining) : 'halted'}</dd>
        </>
      )}
      <dt>Protocol</dt>
      <dd>{status.protocol_version}</dd>
      {newest !== undefined && (
        <>
          <dt>Shards</dt>
          <dd>{newest.chunks.length}</dd>
        </>
      )}
      <Clock timestamp={controls?.timestamp ?? null} />
    </dl>
  );
}

/** The clock of a local chain; otherwise how old the newest block is. */
function Clock({ timestamp }: { timestamp: string | null }) {
  const head = useObservable(chainHead);
  const now = useObservable(chainNow);
  if (timestamp !== null) {
    return (
      <>
        <dt>Clock</dt>
        <dd>{formatClockDifference(nanosToMs(timestamp) - Date.now())}</dd>
      </>
    );
  }
  if (head?.timestampNanosec == null) return null;
  return (
    <>
      <dt>Last block</dt>
      <dd>{formatAge(now - nanosToMs(head.timestampNanosec))}</dd>
    </>
  );
}

const THEME_LABELS: Readonly<Record<Theme, ComponentChildren>> = {
  system: 'Auto',
  light: (
    <>
      <Icon name="sun" class="i-s" />
      <span class="vh">Light</span>
    </>
  ),
  dark: (
    <>
      <Icon name="moon" class="i-s" />
      <span class="vh">Dark</span>
    </>
  ),
};

/** `name` is unique on the page. */
export function ThemeSwitch({ name }: { name: string }) {
  const chosen = useObservable(theme);
  return (
    <Segmented
      legend="Theme"
      name={name}
      options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
      value={chosen}
      onChange={(value) => {
        theme.value = value;
      }}
    />
  );
}
