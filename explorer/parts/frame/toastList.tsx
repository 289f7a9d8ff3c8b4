// The messages at the bottom right; on a phone at the top.

import { dismissToast, toasts } from '../../chain/toasts.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { Icon } from '../ui/icon.tsx';

export function ToastList() {
  const shown = useObservable(toasts);
  return (
    <div class="toasts" aria-live="polite">
      {shown.map(({ id, kind, title, text }) => (
        <div key={id} class="toast" role={kind === 'failed' ? 'alert' : undefined}>
          <Icon
            name={kind === 'failed' ? 'cross' : 'check'}
            class={kind === 'failed' ? 'fail-ink' : 'ok-ink'}
          />
          <div>
            <b>{title}</b>
            {text !== '' && (
              <p class="quiet wrap" dir="auto">
                {text}
              </p>
            )}
          </div>
          <button
            class="btn small icon quiet"
            type="button"
            aria-label="Dismiss"
            onClick={() => dismissToast(id)}
          >
            <Icon name="cross" class="i-s" />
          </button>
        </div>
      ))}
    </div>
  );
}
