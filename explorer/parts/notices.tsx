// Placeholders for missing content.

import type { ComponentChildren } from 'preact';

export function Notice({ children }: { children: ComponentChildren }) {
  return <p class="notice">{children}</p>;
}

export function Failure({ children }: { children: ComponentChildren }) {
  return (
    <p class="failure" role="alert">
      {children}
    </p>
  );
}
