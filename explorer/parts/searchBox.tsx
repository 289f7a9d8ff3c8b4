// The search box.

import { useState } from 'preact/hooks';
import { goTo } from '../router.ts';

export function SearchBox() {
  const [text, setText] = useState('');
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const subject = text.trim();
          if (subject === '') return;
          setText('');
          goTo({ page: 'search', subject });
        }}
      >
        <input
          type="search"
          aria-label="Search by hash, height, account, receipt or public key"
          placeholder="Hash, height, account, key"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </form>
    </search>
  );
}
