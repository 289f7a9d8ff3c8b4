// The methods of the node in groups, with a filter.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MethodInfo } from '../../chain/methods.ts';
import { groupMethods } from '../../format/methodGroups.ts';
import { formatRoute } from '../../route.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';

interface MethodListProps {
  readonly methods: readonly MethodInfo[];
  readonly chosen: string;
}

let keptFilter = '';
let keptTop = 0;

export function MethodList({ methods, chosen }: MethodListProps) {
  const [filter, setFilter] = useState(keptFilter);
  const list = useRef<HTMLElement>(null);
  const groups = groupMethods(methods, filter);
  // Each method is a page of its own, and the list stays where it was.
  useLayoutEffect(() => {
    if (list.current !== null) list.current.scrollTop = keptTop;
  }, []);
  return (
    <Panel id="methods" class="methods" title="Methods" note={`${methods.length}`}>
      <input
        class="input"
        type="search"
        aria-label="Filter methods"
        placeholder="Filter"
        value={filter}
        onInput={({ currentTarget }) => {
          keptFilter = currentTarget.value;
          setFilter(keptFilter);
        }}
      />
      {groups.length === 0 && <Notice>No method has this in its name.</Notice>}
      <nav
        class="method-list"
        aria-label="Methods"
        data-walk
        ref={list}
        onScroll={({ currentTarget }) => {
          keptTop = currentTarget.scrollTop;
        }}
      >
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h3>{group.title}</h3>
            {group.methods.map(({ name, isDeprecated }) => (
              <a
                key={name}
                href={formatRoute({ page: 'rpc', subject: name })}
                class={isDeprecated ? 'old' : ''}
                aria-current={name === chosen ? 'page' : undefined}
              >
                {name}
              </a>
            ))}
          </section>
        ))}
      </nav>
    </Panel>
  );
}
