// Asks the user for the node's token.

import { useState } from 'preact/hooks';
import { connection } from '../../chain/connection.ts';
import { hasToken, setToken } from '../../chain/token.ts';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';

export function TokenForm() {
  const [token, setTyped] = useState('');
  return (
    <Panel id="token" title="Token">
      <Notice>
        {hasToken()
          ? 'The node does not accept this token.'
          : 'The node requires the token that it was started with.'}
      </Notice>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setToken(token);
          // Reloads everything on the page.
          connection.value = { ...connection.value, reconnects: connection.value.reconnects + 1 };
        }}
      >
        <label>
          Token{' '}
          <input
            class="input"
            required
            type="password"
            autocomplete="off"
            value={token}
            onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
          />
        </label>
        <button class="btn" type="submit">
          Use it
        </button>
      </form>
    </Panel>
  );
}
