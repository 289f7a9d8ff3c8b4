// Logs of contracts; NEP-297 events are formatted.

import { formatJson } from '../../format/values.ts';
import { LongText } from '../values/texts.tsx';

const PREFIX = 'EVENT_JSON:';

export function LogList({ logs }: { logs: readonly string[] }) {
  if (logs.length === 0) return null;
  return (
    <ol class="logs" aria-label="Logs">
      {logs.map((log, at) => (
        <li key={at}>
          <Log log={log} />
        </li>
      ))}
    </ol>
  );
}

function Log({ log }: { log: string }) {
  const event = log.startsWith(PREFIX) ? formatJson(log.slice(PREFIX.length)) : null;
  if (event === null) return <LongText text={log} />;
  return (
    <>
      <span class="badge">event</span>
      <LongText text={event} />
    </>
  );
}
