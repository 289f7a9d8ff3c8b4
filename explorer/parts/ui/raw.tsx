// The raw response of the node, and the command that requests it.

import { useState } from 'preact/hooks';
import { askText, formatCurl } from '../../chain/node.ts';
import { formatJson } from '../../format/values.ts';
import { LongText } from '../values/texts.tsx';
import { CopyButton } from './copyButton.tsx';
import { Icon } from './icon.tsx';

interface RawProps {
  readonly method: string;
  readonly params: unknown;
}

export function Raw({ method, params }: RawProps) {
  const [text, setText] = useState<string | null>(null);
  const curl = formatCurl(location.origin, method, JSON.stringify(params));
  const load = async () => setText(await askText(method, params));
  const kind = (params as { readonly request_type?: string }).request_type;
  const what = kind === undefined ? method : `${method} ${kind}`;
  return (
    <section class="panel" aria-label={`Raw response of ${what}`}>
      <details
        class="raw"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) load().catch(() => setText('The node does not answer.'));
        }}
      >
        <summary>
          <Icon name="right" class="turn" />
          Raw response of <code>{what}</code>
        </summary>
        <div class="form">
          <LongText text={curl} />
          <div class="row">
            <CopyButton text={curl} label="Copy as curl" />
            {text !== null && <CopyButton text={text} label="Copy the response" />}
          </div>
          {text !== null && <LongText text={formatJson(text) ?? text} />}
        </div>
      </details>
    </section>
  );
}
