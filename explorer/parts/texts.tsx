// Untrusted texts of any length and content: shown verbatim, long ones shortened at first.

import { useState } from 'preact/hooks';
import { formatCount } from '../format/amounts.ts';
import type { DecodedValue } from '../format/values.ts';

const SHOWN_LENGTH = 2000;

/** A text in a box; a long one can be expanded. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHOWN_LENGTH;
  return (
    <div class="text">
      <pre dir="auto">{isLong && !isWhole ? text.slice(0, SHOWN_LENGTH) : text}</pre>
      {isLong && (
        <button type="button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
        </button>
      )}
    </div>
  );
}

export function Value({ value }: { value: DecodedValue }) {
  if (value.kind === 'nothing') return <span class="quiet">nothing</span>;
  return (
    <div class="value">
      <span class="tag">{value.kind}</span>
      <LongText text={value.text} />
    </div>
  );
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" class="copy" onClick={copy}>
      {isCopied ? 'Copied' : label}
    </button>
  );
}
