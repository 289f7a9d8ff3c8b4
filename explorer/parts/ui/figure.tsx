// A number with its label and one line of context.

import type { ComponentChildren } from 'preact';

interface FigureProps {
  readonly label: string;
  readonly value: ComponentChildren;
  readonly unit?: string | undefined;
  readonly context?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Figure({ label, value, unit, context, children }: FigureProps) {
  return (
    <div class="figure main">
      <span class="k">{label}</span>
      <span class="v">
        {value} {unit && <span class="u">{unit}</span>}
      </span>
      {context && <span class="d">{context}</span>}
      {children}
    </div>
  );
}
