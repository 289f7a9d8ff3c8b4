// One of four words for how a transaction stands, with its sign.

import type { Standing } from '../../chain/trail.ts';
import { Badge, type Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  readonly words: string;
  readonly tone: Tone | undefined;
  readonly icon: IconName;
  readonly ink: string;
}

const LOOKS: Readonly<Record<Standing, Look>> = {
  succeeded: { words: 'Succeeded', tone: 'ok', icon: 'check', ink: 'ok-ink' },
  partly: { words: 'Partly failed', tone: 'warn', icon: 'partly', ink: 'warn-ink' },
  failed: { words: 'Failed', tone: 'fail', icon: 'cross', ink: 'fail-ink' },
  waiting: { words: 'Waiting', tone: undefined, icon: 'clock', ink: 'faint' },
};

export function StandingBadge({ standing }: { standing: Standing }) {
  const { words, tone, icon } = LOOKS[standing];
  return (
    <Badge isBig tone={tone} icon={icon}>
      {words}
    </Badge>
  );
}

/** The sign alone; the word is for screen readers. */
export function StandingSign({ standing }: { standing: Standing }) {
  const { words, icon, ink } = LOOKS[standing];
  return (
    <span title={words}>
      <Icon name={icon} class={ink} />
      <span class="vh">{words}: </span>
    </span>
  );
}
