// A panel: one subject with its title, a quiet note beside it, and tools at the right.

import type { ComponentChildren } from 'preact';

interface PanelProps {
  /** Of the title; also what tests and links refer to. */
  readonly id: string;
  readonly title: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly tools?: ComponentChildren;
  /** `flush` for tables and feeds that reach the edge, `form` for fields. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Panel({ id, title, note, tools, class: more = '', children }: PanelProps) {
  return (
    <section class={`panel ${more}`} aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{title}</h2>
        {note && <span class="note">{note}</span>}
        {tools && <div class="tools">{tools}</div>}
      </div>
      {children}
    </section>
  );
}

/** A panel whose subject is that of the page. */
export function Summary({ children }: { children: ComponentChildren }) {
  return (
    <section class="panel" aria-label="Summary">
      {children}
    </section>
  );
}
