// Recent requests of other programs, which can be sent again.

import { useState } from 'preact/hooks';
import { findRequests, type LoggedRequest } from '../../chain/controls.ts';
import { replay } from '../../chain/node.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { formatCount } from '../../format/amounts.ts';
import { formatTime } from '../../format/times.ts';
import { formatJson } from '../../format/values.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { LongText } from '../values/texts.tsx';

export function AskedByClients() {
  const [version, setVersion] = useState(0);
  const loaded = useLoaded('requests', findRequests, version);
  return (
    <Panel id="clients" title="Asked by other programs">
      <Answer loaded={loaded}>
        {(requests) =>
          requests === null ? (
            <Notice>The node of a local chain shows this on its own machine.</Notice>
          ) : (
            <>
              <button class="btn" type="button" onClick={() => setVersion(version + 1)}>
                Look again
              </button>
              {requests.length === 0 && <Notice>Nobody asked anything yet.</Notice>}
              <ol class="list requests">
                {requests.map((request, at) => (
                  <Row key={`${request.timestamp} ${at}`} request={request} />
                ))}
              </ol>
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
  const askAgain = async () => {
    const text = await replay(path, body ?? '').catch((error: Error) => error.message);
    setAnswer(formatJson(text) ?? text);
  };
  return (
    <li>
      <p class="line">
        <time class="faint">{formatTime(timestamp).slice(11)}</time>
        <code>POST {path}</code>
        <span class={is_error ? 'mark failed' : 'quiet'}>
          {is_error ? `error, ${status}` : status}
        </span>
        {body === null ? (
          <span class="faint">{formatCount(body_bytes)} bytes</span>
        ) : (
          <button class="btn" type="button" onClick={askAgain}>
            Ask again
          </button>
        )}
      </p>
      {body !== null && <LongText text={body} />}
      {answer !== null && <LongText text={answer} />}
    </li>
  );
}
