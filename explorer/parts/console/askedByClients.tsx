// Recent requests of other programs, which can be sent again. The newest ones are shown, and the
// list scrolls by itself.

import { useState } from 'preact/hooks';
import { findRequests, type LoggedRequest } from '../../chain/controls.ts';
import { replay } from '../../chain/node.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { formatBytes } from '../../format/amounts.ts';
import { formatTime } from '../../format/times.ts';
import { formatJson } from '../../format/values.ts';
import { Answer } from '../ui/answer.tsx';
import { Badge } from '../ui/badge.tsx';
import { More } from '../ui/more.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { LongText } from '../values/texts.tsx';

const STEP = 20;

export function AskedByClients() {
  const [version, setVersion] = useState(0);
  const [shown, setShown] = useState(STEP);
  const loaded = useLoaded('requests', findRequests, version);
  return (
    <Panel
      id="clients"
      title="Asked by other programs"
      tools={
        loaded.value && (
          <button class="btn small" type="button" onClick={() => setVersion(version + 1)}>
            Look again
          </button>
        )
      }
    >
      <Answer loaded={loaded}>
        {(requests) =>
          requests === null ? (
            <Notice>The node of a local chain shows this on its own machine.</Notice>
          ) : (
            <>
              {requests.length === 0 && <Notice>Nobody asked anything yet.</Notice>}
              <ol class="asked requests">
                {requests.slice(0, shown).map((request, at) => (
                  <Row key={`${request.timestamp} ${at}`} request={request} />
                ))}
              </ol>
              <More shown={shown} total={requests.length} onMore={() => setShown(shown + STEP)} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}

function Row({ request }: { request: LoggedRequest }) {
  const { path, body, body_bytes, is_error, status, timestamp } = request;
  const [answer, setAnswer] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const askAgain = async (text: string) => {
    const response = await replay(path, text).catch((error: Error) => error.message);
    setAnswer(formatJson(response) ?? response);
    setOpen(true);
  };
  return (
    <li>
      <p class="line">
        <time class="faint">{formatTime(timestamp).slice(11, 19)}</time>
        <code class="cut" title={path}>
          {path.replace(/^\//, '') || 'POST /'}
        </code>
        {is_error && (
          <Badge tone="fail" icon="cross">
            error, {status}
          </Badge>
        )}
        {body === null ? (
          <span class="faint">{formatBytes(body_bytes)}</span>
        ) : (
          <>
            <button
              class="btn small quiet"
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Fold' : 'Body'}
            </button>
            <button class="btn small quiet" type="button" onClick={() => void askAgain(body)}>
              Ask again
            </button>
          </>
        )}
      </p>
      {isOpen && body !== null && <LongText text={formatJson(body) ?? body} />}
      {isOpen && answer !== null && <LongText text={answer} />}
    </li>
  );
}
