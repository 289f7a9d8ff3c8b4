// The console: every method of the node with a form generated from its params, and the previous
// requests.

import { useState } from 'preact/hooks';
import { loadMethods, type MethodInfo } from '../chain/methods.ts';
import { askRaw } from '../chain/node.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { formatSpan } from '../format/times.ts';
import { formatJson } from '../format/values.ts';
import { Answer } from '../parts/answer.tsx';
import { AskedByClients } from '../parts/askedByClients.tsx';
import { Notice } from '../parts/notices.tsx';
import { ParamsForm } from '../parts/paramsForm.tsx';
import { LongText } from '../parts/texts.tsx';
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
    <article>
      <h1>RPC</h1>
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
    </article>
  );
}

function MethodChoice({ methods, chosen }: { methods: readonly MethodInfo[]; chosen: MethodInfo }) {
  return (
    <div class="stack">
      <label>
        Method
        <select
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
      <section aria-labelledby="answer">
        <h2 id="answer">Answer</h2>
        <div aria-live="polite">
          {asked === null ? (
            <Notice>Nothing was asked yet.</Notice>
          ) : (
            <>
              <p class="quiet">{formatSpan(asked.durationMs)}</p>
              <LongText text={formatJson(asked.answer) ?? asked.answer} />
            </>
          )}
        </div>
      </section>
      <AskedHere onReplay={send} />
      <AskedByClients />
    </>
  );
}

function AskedHere({ onReplay }: { onReplay: (method: string, params: string) => void }) {
  if (log.length === 0) return null;
  return (
    <section aria-labelledby="log">
      <h2 id="log">Asked on this page</h2>
      <ol class="list">
        {log.map(({ method, params, durationMs }, at) => (
          <li key={at} class="line">
            <code>{method}</code>
            <code class="whole">{params.slice(0, 200)}</code>
            <span class="quiet">{formatSpan(durationMs)}</span>
            <button type="button" onClick={() => onReplay(method, params)}>
              Ask again
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
