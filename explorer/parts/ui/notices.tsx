// Placeholders for content: a sentence, a failure, or bars while it loads.

import type { ComponentChildren } from 'preact';
import { Callout } from './callout.tsx';

/** Says in a sentence that there is nothing. */
export function Notice({ children }: { children: ComponentChildren }) {
  return <p class="notice">{children}</p>;
}

export function Failure({ children }: { children: ComponentChildren }) {
  return (
    <Callout tone="fail">
      <p class="failure wrap">{children}</p>
    </Callout>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A page or panel without content, and what to do about it. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

/** Bars in place of words; they appear only after 200 ms, since a local node is mostly faster. */
export function Skeleton() {
  return (
    <div class="loading" role="status">
      <span class="vh">Loading…</span>
      <span class="sk w2" />
      <span class="sk w3" />
      <span class="sk w1" />
    </div>
  );
}
