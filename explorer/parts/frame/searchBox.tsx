// The search box of every page, with suggestions below it. Enter opens the chosen one; without one,
// the node is asked what the text is.

import { useState } from 'preact/hooks';
import { accountNames, wantAccountNames } from '../../chain/accountNames.ts';
import { chainHead } from '../../chain/connection.ts';
import { feed } from '../../chain/feed.ts';
import { type FoundHashes, foundHashes, wantHashes } from '../../chain/foundHashes.ts';
import { nodeAccounts } from '../../chain/localChain.ts';
import { type Known, type Suggestion, suggest } from '../../chain/suggestions.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { plainSentence, tellTransaction } from '../../format/sentences.ts';
import { listNavigation } from '../../pages.ts';
import { goTo } from '../../router.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { runCommand } from './commands.ts';

const LIST = 'search-suggestions';

export function SearchBox() {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const names = useObservable(accountNames);
  const hashes = useObservable(foundHashes);
  const found = isOpen && text !== '' ? suggest(text, gatherKnown(names.names, hashes)) : [];
  const close = () => {
    setOpen(false);
    setChosen(-1);
  };
  const finish = (suggestion: Suggestion | undefined) => {
    const subject = text.trim();
    if (suggestion === undefined && subject === '') return;
    setText('');
    close();
    if (suggestion === undefined) goTo({ page: 'search', subject });
    else if ('command' in suggestion.target) void runCommand(suggestion.target.command);
    else goTo(suggestion.target);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') close();
    if (step === 0 || found.length === 0) return;
    event.preventDefault();
    // From before the first to the last, and round.
    setChosen(((chosen + 1 + step + found.length + 1) % (found.length + 1)) - 1);
  };
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          finish(found[chosen]);
        }}
      >
        <label class="find">
          <Icon name="search" />
          <span class="vh">Search by account, hash, height or public key</span>
          <input
            type="search"
            // biome-ignore lint/a11y/noRedundantRoles: only an input with a datalist implies it
            role="combobox"
            list={undefined}
            autocomplete="off"
            spellcheck={false}
            placeholder="Account, hash, height, key or command"
            aria-expanded={found.length > 0}
            aria-controls={LIST}
            aria-autocomplete="list"
            aria-activedescendant={chosen >= 0 ? `${LIST}-${chosen}` : undefined}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              void wantHashes(currentTarget.value);
              setOpen(true);
              setChosen(-1);
            }}
            onFocus={() => void wantAccountNames()}
            onBlur={close}
            onKeyDown={handleKey}
          />
          <kbd>/</kbd>
        </label>
      </form>
      <SuggestionList found={found} chosen={chosen} text={text.trim()} onChoose={finish} />
    </search>
  );
}

function gatherKnown(names: readonly string[], found: FoundHashes): Known {
  const { blocks, trails } = feed.value;
  const accounts = nodeAccounts.value ?? [];
  return {
    names,
    keys: accounts.map(({ account_id, public_key }) => ({ account: account_id, key: public_key })),
    blocks: withoutRepeats([...blocks, ...found.blocks]),
    transactions: withoutRepeats([
      ...trails.map(({ transaction, moves }) => {
        const { hash, signer_id: signer, receiver_id: receiver, actions } = transaction;
        const told = tellTransaction({ signer, receiver, actions, moves, isFailed: false });
        return { hash, words: plainSentence(told) };
      }),
      ...found.transactions.map(({ hash, signer_id: signer, receiver_id: receiver }) => {
        return { hash, words: `${signer} to ${receiver}` };
      }),
    ]),
    receipts: found.receipts.map(({ receipt_id: hash, predecessor_id, receiver_id }) => {
      return { hash, words: `${predecessor_id} to ${receiver_id}` };
    }),
    headHeight: chainHead.value?.height ?? 0,
    pages: listNavigation(),
    isControlled: accounts.length > 0,
  };
}

/** The first of each hash. */
function withoutRepeats<T extends { readonly hash: string }>(items: readonly T[]): T[] {
  const known = new Set<string>();
  return items.filter(({ hash }) => !known.has(hash) && known.add(hash));
}

const ICONS: Readonly<Record<Suggestion['group'], IconName>> = {
  Accounts: 'account',
  Keys: 'key',
  Blocks: 'block',
  Transactions: 'tx',
  Receipts: 'tx',
  Pages: 'arrow',
  Do: 'play',
};

interface SuggestionListProps {
  readonly found: readonly Suggestion[];
  readonly chosen: number;
  readonly text: string;
  readonly onChoose: (suggestion: Suggestion) => void;
}

function SuggestionList({ found, chosen, text, onChoose }: SuggestionListProps) {
  return (
    <div class={found.length === 0 ? 'vh' : 'menu suggestions'}>
      <div role="listbox" id={LIST} aria-label="Suggestions">
        {found.map((suggestion, at) => (
          <div
            key={`${suggestion.group} ${suggestion.label} ${suggestion.note}`}
            id={`${LIST}-${at}`}
            role="option"
            class={`item ${at === chosen ? 'on' : ''}`}
            tabIndex={-1}
            aria-selected={at === chosen}
            // Before the box loses the focus, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(suggestion);
            }}
          >
            <Icon name={ICONS[suggestion.group]} />
            <Marked label={suggestion.label} text={text} />
            <bdi class="note">{suggestion.note}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
}

/** The part of a label that was typed stands out. */
function Marked({ label, text }: { label: string; text: string }) {
  const at = label.toLowerCase().indexOf(text.toLowerCase());
  if (at === -1) return <bdi>{label}</bdi>;
  const end = at + text.length;
  return (
    <bdi>
      {label.slice(0, at)}
      <mark>{label.slice(at, end)}</mark>
      {label.slice(end)}
    </bdi>
  );
}
