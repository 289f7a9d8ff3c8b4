// The console: every method of the node with a form generated from its params, what was asked
// before, and what other programs asked.

import { useState } from 'preact/hooks';
import { type Asked, addAsked, parseHistory } from '../chain/askedHistory.ts';
import { loadMethods, type MethodInfo } from '../chain/methods.ts';
import { askRaw } from '../chain/node.ts';
import { keepPreference, readPreference } from '../chain/preferences.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { AskedByClients } from '../parts/console/askedByClients.tsx';
import { History } from '../parts/console/history.tsx';
import { MethodList } from '../parts/console/methodList.tsx';
import { type Response, ResponsePanel } from '../parts/console/responsePanel.tsx';
import { ParamsForm } from '../parts/forms/paramsForm.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Prose } from '../parts/values/texts.tsx';
import type { PageProps } from './pageProps.ts';

/** The name of the kept history. */
const HISTORY = 'asked';

export function ConsolePage({ subject }: PageProps) {
  const loaded = useLoaded('methods', loadMethods);
  return (
    <>
      <Title lead="Ask this node anything it can answer; forms follow its own description.">
        RPC console
      </Title>
      <Answer loaded={loaded}>
        {(methods) => {
          const [first] = methods;
          const method = methods.find(({ name }) => name === subject) ?? first;
          if (method === undefined) return <Notice>The node describes no methods.</Notice>;
          return (
            <div class="console">
              <MethodList methods={methods} chosen={method.name} />
              <div class="stack-v">
                {subject !== '' && method.name !== subject && (
                  <Notice>
                    The node has no method <bdi>{subject}</bdi>.
                  </Notice>
                )}
                <Exchange method={method} />
              </div>
            </div>
          );
        }}
      </Answer>
    </>
  );
}

function readHistory(): Asked[] {
  return parseHistory(readPreference(HISTORY));
}

async function ask({ method, params }: Asked): Promise<Response> {
  const startMs = performance.now();
  try {
    const text = await askRaw(method, params);
    return { text, durationMs: performance.now() - startMs, isFailure: isError(text) };
  } catch (error) {
    const text = (error as Error).message;
    return { text, durationMs: performance.now() - startMs, isFailure: true };
  }
}

function isError(text: string): boolean {
  try {
    return 'error' in JSON.parse(text);
  } catch {
    return true;
  }
}

function Exchange({ method }: { method: MethodInfo }) {
  const [response, setResponse] = useState<Response | null>(null);
  const [history, setHistory] = useState(readHistory);
  const keep = (entries: readonly Asked[]) => {
    keepPreference(HISTORY, JSON.stringify(entries));
    setHistory([...entries]);
  };
  const send = async (asked: Asked) => {
    setResponse(await ask(asked));
    keep(addAsked(readHistory(), asked));
  };
  return (
    <>
      <Panel
        id="method"
        title={<code>{method.name}</code>}
        note={method.isDeprecated && 'deprecated'}
      >
        <p class="quiet">
          <Prose text={method.summary} />
        </p>
        <ParamsForm
          key={method.name}
          forms={method.forms}
          method={method.name}
          onSend={(name, params) => void send({ method: name, params })}
        />
      </Panel>
      <ResponsePanel response={response} />
      <div class="cols-2">
        <History
          history={history}
          onReplay={(asked) => void send(asked)}
          onClear={() => keep([])}
        />
        <AskedByClients />
      </div>
    </>
  );
}
