// The keys of every page, and the dialog that lists them. The page owns the dialog, so that it can
// be opened where its button is not shown.

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const HELP: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['/'], 'search'],
  [['↑', '↓'], 'choose a suggestion, or walk through a list'],
  [['←', '→'], 'the block before or after; between blocks of the tape'],
  [['Enter'], 'open what is chosen'],
  [['Esc'], 'close what is open'],
  [['?'], 'this list'],
];

/** What a key does on any page, unless something is being typed. */
function handleKey(event: KeyboardEvent, help: HTMLDialogElement | null): void {
  const target = event.target as HTMLElement;
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  switch (event.key) {
    case '/':
      document.querySelector<HTMLInputElement>('.find input')?.focus();
      break;
    case '?':
      help?.showModal();
      break;
    case 'ArrowLeft':
    case 'ArrowRight':
      if (!stepSideways(target, event.key === 'ArrowLeft' ? -1 : 1)) return;
      break;
    case 'ArrowUp':
    case 'ArrowDown':
      if (!stepRow(target, event.key === 'ArrowUp' ? -1 : 1)) return;
      break;
    default:
      return;
  }
  event.preventDefault();
}

/** From one link in a `[data-walk]` to its neighbour; elsewhere follows a link to a neighbour. */
function stepSideways(target: HTMLElement, step: -1 | 1): boolean {
  const walk = target.closest('[data-walk]');
  if (walk !== null) return focusNext([...walk.querySelectorAll<HTMLElement>('a')], target, step);
  const link = document.querySelector<HTMLElement>(`main a[rel="${step < 0 ? 'prev' : 'next'}"]`);
  link?.click();
  return link !== null;
}

/** From one row of a list to the next: its first link is focused. */
function stepRow(target: HTMLElement, step: -1 | 1): boolean {
  const row = target.closest('[data-row]');
  if (row === null) return false;
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const next = rows[rows.indexOf(row as HTMLElement) + step];
  next?.querySelector<HTMLElement>('a')?.focus();
  return next !== undefined;
}

function focusNext(links: readonly HTMLElement[], from: HTMLElement, step: -1 | 1): boolean {
  const next = links[links.indexOf(from) + step];
  next?.focus();
  return next !== undefined;
}

interface HelpProps {
  readonly help: RefObject<HTMLDialogElement | null>;
}

export function KeysButton({ help }: HelpProps) {
  return (
    <button class="btn small quiet help" type="button" onClick={() => help.current?.showModal()}>
      Keys <kbd>?</kbd>
    </button>
  );
}

/** Its place must be visible at every width: an open dialog that is hidden blocks the page. */
export function KeysDialog({ help }: HelpProps) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event, help.current);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [help]);
  return (
    <dialog ref={help} class="dialog" aria-labelledby="keys-help">
      <h2 id="keys-help">Keys</h2>
      <dl class="keys-list">
        {HELP.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="btn" type="submit">
          Close
        </button>
      </form>
    </dialog>
  );
}
