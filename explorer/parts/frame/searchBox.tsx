// The search box of every page.

import { useState } from 'preact/hooks';
import { goTo } from '../../router.ts';
import { Icon } from '../ui/icon.tsx';

export function SearchBox() {
  const [text, setText] = useState('');
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const subject = text.trim();
          if (subject === '') return;
          setText('');
          goTo({ page: 'search', subject });
        }}
      >
        <label class="find">
          <Icon name="search" />
          <span class="vh">Search by account, hash, height or public key</span>
          <input
            type="search"
            placeholder="Account, hash, height or key"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <kbd>/</kbd>
        </label>
      </form>
    </search>
  );
}
