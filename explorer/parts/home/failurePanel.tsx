// Why receipts fail, grouped by message; the parts that differ are left out.

import { groupFailures } from '../../chain/homeFigures.ts';
import type { Trail } from '../../chain/trail.ts';
import { formatRoute } from '../../route.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { AccountLink } from '../values/links.tsx';

const GROUPS_SHOWN = 6;

export function FailurePanel({ trails }: { trails: readonly Trail[] }) {
  const groups = groupFailures(trails).slice(0, GROUPS_SHOWN);
  return (
    <Panel id="failures" title="Why calls fail" note="newest transactions">
      {groups.length === 0 && <Notice>Nothing failed.</Notice>}
      <ol class="reasons">
        {groups.map(({ reason, account, method, count, newest }) => (
          <li key={`${account} ${method} ${reason}`}>
            <span class="n">{count} ×</span>
            <a class="wrap plain" href={formatRoute({ page: 'tx', subject: newest })}>
              <bdi>{reason}</bdi>
            </a>
            <span class="w wrap">
              {method !== null && (
                <>
                  <bdi class="mono">{method.slice(0, 100)}</bdi> of{' '}
                </>
              )}
              <AccountLink id={account} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
