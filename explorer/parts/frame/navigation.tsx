// Links to the pages that are in the navigation: in the rail, or at the bottom of a phone.

import { listNavigation, NAVIGATION_GROUPS } from '../../pages.ts';
import { formatRoute } from '../../route.ts';
import { Icon } from '../ui/icon.tsx';

export function RailLinks({ current }: { current: string }) {
  return (
    <nav aria-label="Pages">
      {NAVIGATION_GROUPS.map((group) => (
        <div key={group} class="nav-group">
          <p class="label">{group}</p>
          {listNavigation()
            .filter((entry) => entry.group === group)
            .map(({ page, label, icon }) => (
              <a
                key={page}
                class="nav"
                href={formatRoute({ page, subject: '' })}
                aria-current={page === current ? 'page' : undefined}
              >
                <Icon name={icon} />
                {label}
              </a>
            ))}
        </div>
      ))}
    </nav>
  );
}

const TABS_MAX = 5;

export function TabBar({ current }: { current: string }) {
  return (
    <nav class="tabbar" aria-label="Pages">
      {listNavigation()
        .slice(0, TABS_MAX)
        .map(({ page, label, shortLabel, icon }) => (
          <a
            key={page}
            href={formatRoute({ page, subject: '' })}
            aria-current={page === current ? 'page' : undefined}
          >
            <Icon name={icon} />
            {shortLabel ?? label}
          </a>
        ))}
    </nav>
  );
}
