// Untrusted texts of any length and content: shown verbatim, long ones shortened at first.

import { useState } from 'preact/hooks';
import { formatCount } from '../../format/amounts.ts';
import type { DecodedValue } from '../../format/values.ts';

const SHOWN_LENGTH = 2000;
/** Of bytes, which nobody reads. */
const SHOWN_BYTES_LENGTH = 320;

/** A text in a box; a long one can be expanded. */
export function LongText({ text, shown = SHOWN_LENGTH }: { text: string; shown?: number }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > shown;
  return (
    <div class="text">
      <pre class="code" dir="auto">
        {isLong && !isWhole ? text.slice(0, shown) : text}
      </pre>
      {isLong && (
        <button class="btn small" type="button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </div>
  );
}

export function Value({ value }: { value: DecodedValue }) {
  if (value.kind === 'nothing') return <span class="faint">nothing</span>;
  return (
    <div class="value">
      <span class="badge">{value.kind}</span>
      <LongText
        text={value.text}
        shown={value.kind === 'bytes' ? SHOWN_BYTES_LENGTH : SHOWN_LENGTH}
      />
    </div>
  );
}

/** A sentence of the node with code between backticks. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text
        .split('`')
        .map((part, at) => (at % 2 === 0 ? part : <code key={`${at} ${part}`}>{part}</code>))}
    </>
  );
}
