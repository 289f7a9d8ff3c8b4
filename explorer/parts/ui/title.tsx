// The head of a page: what it is, and the sentence that says what happened.

import type { ComponentChildren } from 'preact';

interface TitleProps {
  /** The mark of an account, left of the title. */
  readonly mark?: ComponentChildren;
  /** A badge, the kind of the thing and its hash. */
  readonly over?: ComponentChildren;
  readonly tools?: ComponentChildren;
  /** The sentence under the title. */
  readonly lead?: ComponentChildren;
  /** What must not be overlooked. */
  readonly below?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Title({ mark, over, tools, lead, below, children }: TitleProps) {
  const heading = <h1 class="wrap">{children}</h1>;
  const sentence = lead && <p class="quiet wrap">{lead}</p>;
  const right = tools && <div class="row push">{tools}</div>;
  if (mark) {
    return (
      <div class="title">
        <div class="row">
          {mark}
          <div class="name">
            {over}
            {heading}
          </div>
          {right}
        </div>
        {sentence}
        {below}
      </div>
    );
  }
  return (
    <div class="title">
      <div class="row">
        {over || (
          <div>
            {heading}
            {sentence}
          </div>
        )}
        {right}
      </div>
      {over && heading}
      {over && sentence}
      {below}
    </div>
  );
}
