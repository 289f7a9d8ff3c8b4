// Events and logs of all receipts, in their order.

import type { TransactionTree } from '../../chain/receiptTree.ts';
import { formatNumberOf } from '../../format/amounts.ts';
import { parseEvent } from '../../format/events.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { LogList } from '../values/logs.tsx';

const LINES_MAX = 200;

export function EventPanel({ tree }: { tree: TransactionTree }) {
  const lines = tree.nodes.flatMap(({ outcome, block }) =>
    outcome.logs.map((log) => ({ log, account: outcome.executor_id, height: block.height })),
  );
  const events = lines.filter(({ log }) => parseEvent(log) !== null).length;
  const logs = lines.length - events;
  const note = `${formatNumberOf(events, 'event')}, ${formatNumberOf(logs, 'log')}`;
  return (
    <Panel id="events" class="a-evt" title="Events and logs" note={note}>
      {lines.length === 0 && <Notice>No contract logged anything.</Notice>}
      <LogList lines={lines.slice(0, LINES_MAX)} />
      {lines.length > LINES_MAX && <Notice>The raw response has the others.</Notice>}
    </Panel>
  );
}
