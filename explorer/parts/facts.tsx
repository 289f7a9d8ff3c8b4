// The facts about a thing: names and values in two columns.

import type { ComponentChildren } from 'preact';

export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A whole hash or key, which may be broken anywhere. */
export function Code({ text }: { text: string }) {
  return <code class="whole">{text}</code>;
}
