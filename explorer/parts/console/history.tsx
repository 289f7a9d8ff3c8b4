// What was asked in this browser, and can be asked again.

import type { Asked } from '../../chain/askedHistory.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';

interface HistoryProps {
  readonly history: readonly Asked[];
  readonly onReplay: (asked: Asked) => void;
  readonly onClear: () => void;
}

const SHOWN_LENGTH = 200;

export function History({ history, onReplay, onClear }: HistoryProps) {
  return (
    <Panel
      id="log"
      title="History"
      note="kept in this browser"
      tools={
        history.length > 0 && (
          <button class="btn small quiet" type="button" onClick={onClear}>
            Clear
          </button>
        )
      }
    >
      {history.length === 0 && <Notice>Requests that you send appear here.</Notice>}
      <ol class="asked">
        {history.map((asked) => (
          <li key={`${asked.method} ${asked.params}`}>
            <p class="line">
              <code>{asked.method}</code>
              <code class="cut">{asked.params.slice(0, SHOWN_LENGTH)}</code>
              <button class="btn small quiet" type="button" onClick={() => onReplay(asked)}>
                <Icon name="play" class="i-s" />
                Ask again
              </button>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
