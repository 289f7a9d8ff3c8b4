// The console: every method of the node with a form generated from its params, and the previous
// requests.

import { useState } from 'preact/hooks';
import { loadMethods, type MethodInfo } from '../chain/methods.ts';
import { askRaw } from '../chain/node.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { formatSpan } from '../format/times.ts';
import { formatJson } from '../format/values.ts';
import { AskedByClients } from '../parts/console/askedByClients.tsx';
import { ParamsForm } from '../parts/forms/paramsForm.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { Title } from '../parts/ui/title.tsx';
import { LongText } from '../parts/values/texts.tsx';
import { goTo } from '../router.ts';
import type { PageProps } from './pageProps.ts';

interface Asked {
  readonly method: string;
  readonly params: string;
  readonly answer: string;
  readonly durationMs: number;
}

const LOG_MAX = 50;
/** The requests since the page was loaded, newest first. */
let log: readonly Asked[] = [];

export function ConsolePage({ subject }: PageProps) {
  const loaded = useLoaded('methods', loadMethods);
  return (
    <>
      <Title>RPC</Title>
      <Answer loaded={loaded}>
        {(methods) => {
          const [first] = methods;
          const method = methods.find(({ name }) => name === subject) ?? first;
          if (method === undefined) return <Notice>The node describes no methods.</Notice>;
          return (
            <>
              <MethodChoice methods={methods} chosen={method} />
              <Exchange key={method.name} method={method} />
            </>
          );
        }}
      </Answer>
    </>
  );
}

function MethodChoice({ methods, chosen }: { methods: readonly MethodInfo[]; chosen: MethodInfo }) {
  return (
    <div class="stack">
      <label>
        Method
        <select
          class="input"
          value={chosen.name}
          onChange={({ currentTarget }) => goTo({ page: 'rpc', subject: currentTarget.value })}
        >
          {methods.map(({ name, isDeprecated }) => (
            <option key={name} value={name}>
              {isDeprecated ? `${name} (deprecated)` : name}
            </option>
          ))}
        </select>
      </label>
      <p>{chosen.summary}</p>
    </div>
  );
}

function Exchange({ method }: { method: MethodInfo }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const send = async (name: string, params: string) => {
    const startMs = performance.now();
    const answer = await askRaw(name, params).catch((error: Error) => error.message);
    const durationMs = performance.now() - startMs;
    const entry = { method: name, params, answer, durationMs };
    log = [entry, ...log].slice(0, LOG_MAX);
    setAsked(entry);
  };
  return (
    <>
      <ParamsForm forms={method.forms} method={method.name} onSend={send} />
      <Panel id="answer" title="Answer">
        <div aria-live="polite">
          {asked === null ? (
            <Notice>Nothing was asked yet.</Notice>
          ) : (
            <>
              <p class="faint">{formatSpan(asked.durationMs)}</p>
              <LongText text={formatJson(asked.answer) ?? asked.answer} />
            </>
          )}
        </div>
      </Panel>
      <AskedHere onReplay={send} />
      <AskedByClients />
    </>
  );
}

function AskedHere({ onReplay }: { onReplay: (method: string, params: string) => void }) {
  if (log.length === 0) return null;
  return (
    <Panel id="log" title="Asked on this page">
      <ol class="list">
        {log.map(({ method, params, durationMs }, at) => (
          <li key={at} class="line">
            <code>{method}</code>
            <code class="whole">{params.slice(0, 200)}</code>
            <span class="faint">{formatSpan(durationMs)}</span>
            <button class="btn" type="button" onClick={() => onReplay(method, params)}>
              Ask again
            </button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
