// The facts about a thing: a line of small labelled values.

import type { ComponentChildren } from 'preact';

export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="wrap">{children}</dd>
    </div>
  );
}
