// The parts of one thing; each is a link, so that it has a URL.

import type { ComponentChildren } from 'preact';
import { formatRoute, type Route } from '../../route.ts';

interface TabsProps {
  /** For screen readers. */
  readonly label: string;
  readonly tabs: readonly {
    readonly route: Route;
    readonly label: ComponentChildren;
    readonly count?: number;
    readonly isCurrent: boolean;
  }[];
}

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ route, label: words, count, isCurrent }) => (
        <a
          key={formatRoute(route)}
          href={formatRoute(route)}
          aria-current={isCurrent ? 'page' : undefined}
        >
          {words}
          {count !== undefined && <span class="n">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
