// One message with its sign: what happened, the text of the machine, and what to do.

import type { ComponentChildren } from 'preact';
import type { Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';

const SIGNS: Readonly<Record<Tone, IconName>> = {
  ok: 'check',
  fail: 'cross',
  warn: 'warn',
  info: 'info',
};

interface CalloutProps {
  readonly tone: Tone;
  /** The message of a contract or of the node, verbatim. */
  readonly message?: string | undefined;
  readonly children?: ComponentChildren;
}

export function Callout({ tone, message, children }: CalloutProps) {
  return (
    <div class={`callout ${tone}`} role={tone === 'fail' ? 'alert' : undefined}>
      <Icon name={SIGNS[tone]} />
      {message !== undefined && (
        <p class="msg" dir="auto">
          {message}
        </p>
      )}
      {children}
    </div>
  );
}
