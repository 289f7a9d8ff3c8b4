// A word about an outcome or a kind, never with colour alone.

import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'ok' | 'fail' | 'warn' | 'info';

interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly icon?: IconName | undefined;
  /** Once on a page. */
  readonly isBig?: boolean;
  readonly children: ComponentChildren;
}

export function Badge({ tone, icon, isBig = false, children }: BadgeProps) {
  return (
    <span class={`badge ${tone ?? ''} ${isBig ? 'big' : ''}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
