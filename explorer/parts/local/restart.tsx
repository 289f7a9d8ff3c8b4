// Restarts the chain, after the user has confirmed it.

import { useState } from 'preact/hooks';
import { askNode } from '../../chain/node.ts';
import { useAction, WhatHappened } from '../ui/action.tsx';
import { Icon } from '../ui/icon.tsx';

export function Restart() {
  const action = useAction();
  const [isSure, setSure] = useState(false);
  const restart = async () => {
    setSure(false);
    await askNode('perigee_reset', null);
    return 'The chain starts over.';
  };
  return (
    <>
      <WhatHappened action={action} />
      {isSure ? (
        <>
          <button class="btn danger" type="button" onClick={() => action.run(restart)}>
            Yes, remove everything after genesis
          </button>
          <button class="btn" type="button" onClick={() => setSure(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button class="btn danger" type="button" onClick={() => setSure(true)}>
          <Icon name="refund" />
          Restart the chain…
        </button>
      )}
    </>
  );
}
