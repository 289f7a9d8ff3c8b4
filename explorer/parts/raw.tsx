// The raw response of the node, and the command that requests it.

import { useState } from 'preact/hooks';
import { askText, formatCurl } from '../chain/node.ts';
import { formatJson } from '../format/values.ts';
import { CopyButton, LongText } from './texts.tsx';

interface RawProps {
  readonly method: string;
  readonly params: unknown;
}

export function Raw({ method, params }: RawProps) {
  const [text, setText] = useState<string | null>(null);
  const curl = formatCurl(location.origin, method, JSON.stringify(params));
  const load = async () => setText(await askText(method, params));
  return (
    <details
      class="raw"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) load().catch(() => setText('The node does not answer.'));
      }}
    >
      <summary>
        Raw answer of <code>{method}</code>
      </summary>
      <p>
        <CopyButton text={curl} label="Copy as curl" />
      </p>
      <LongText text={curl} />
      {text !== null && <LongText text={formatJson(text) ?? text} />}
    </details>
  );
}
