// The head of a page: what it is, and the sentence that says what happened.

import type { ComponentChildren } from 'preact';

interface TitleProps {
  /** A badge, the kind of the thing and its hash. */
  readonly over?: ComponentChildren;
  readonly tools?: ComponentChildren;
  /** The sentence under the title. */
  readonly lead?: ComponentChildren;
  /** What must not be overlooked. */
  readonly below?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Title({ over, tools, lead, below, children }: TitleProps) {
  return (
    <div class="title">
      {(over || tools) && (
        <div class="row">
          {over}
          {tools && <div class="row push">{tools}</div>}
        </div>
      )}
      <h1 class="wrap">{children}</h1>
      {lead && <p class="quiet wrap">{lead}</p>}
      {below}
    </div>
  );
}
