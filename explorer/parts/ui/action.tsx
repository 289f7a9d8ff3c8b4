// What a form or a button does, and what happened, which is said beside it.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { refreshControls } from '../../chain/localChain.ts';
import { Icon } from './icon.tsx';

export interface Action {
  readonly isBusy: boolean;
  readonly said: Said | null;
  /** Runs it, unless it is running; it returns what happened in a sentence. */
  run(action: () => Promise<ComponentChildren>): void;
}

interface Said {
  readonly words: ComponentChildren;
  readonly isFailure: boolean;
}

export function useAction(): Action {
  const [said, setSaid] = useState<Said | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (action: () => Promise<ComponentChildren>) => {
    setBusy(true);
    setSaid(null);
    try {
      setSaid({ words: await action(), isFailure: false });
    } catch (error) {
      setSaid({ words: (error as Error).message, isFailure: true });
    }
    setBusy(false);
    await refreshControls();
  };
  const run = (action: () => Promise<ComponentChildren>) => {
    if (!isBusy) void attempt(action);
  };
  return { isBusy, said, run };
}

/** Shown next to the button; screen readers say it as soon as it changes. */
export function WhatHappened({ action: { said, isBusy } }: { action: Action }) {
  return (
    <span class={`said wrap ${said?.isFailure ? 'fail-ink' : ''}`} role="status" dir="auto">
      {isBusy && <span class="faint">…</span>}
      {said !== null && (
        <>
          <Icon
            name={said.isFailure ? 'cross' : 'check'}
            class={`i-s ${said.isFailure ? '' : 'ok-ink'}`}
          />
          <span>{said.words}</span>
        </>
      )}
    </span>
  );
}
