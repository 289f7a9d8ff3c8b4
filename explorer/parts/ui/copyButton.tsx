// Copies a text to the clipboard, and says so.

import { useState } from 'preact/hooks';
import { showToast } from '../../chain/toasts.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 1500;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as `Copy the hash`. */
  readonly label: string;
  /** Only the icon; the label is for screen readers. */
  readonly isIcon?: boolean;
}

export function CopyButton({ text, label, isIcon = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return showToast('failed', 'Not copied', 'The browser does not allow it on this page.');
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const words = isCopied ? 'Copied' : label;
  return (
    <button
      type="button"
      class={`btn small ${isIcon ? 'icon quiet' : ''}`}
      aria-label={isIcon ? words : undefined}
      title={isIcon ? words : undefined}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} class="i-s" />
      {!isIcon && words}
    </button>
  );
}
