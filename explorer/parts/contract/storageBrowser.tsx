// The storage of a contract by key prefix, page by page: keys as near-sdk writes them and values as
// what they look like, or bytes.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import { readStorage } from '../../chain/contract.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { bytesToBase64, hexToBytes, utf8ToBytes } from '../../format/bytes.ts';
import { Answer } from '../ui/answer.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { StorageTable } from './storageTable.tsx';

/** A prefix as text, or after `0x` as bytes. */
function parsePrefix(text: string): string | null {
  if (!text.startsWith('0x')) return bytesToBase64(utf8ToBytes(text));
  const bytes = hexToBytes(text.slice(2));
  return bytes === null ? null : bytesToBase64(bytes);
}

const VIEWS = [
  { value: 'decoded', label: 'Decoded' },
  { value: 'bytes', label: 'Bytes' },
] as const;

export function StorageBrowser({ id }: { id: string }) {
  const [prefix, setPrefix] = useState('');
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('decoded');
  const parsed = parsePrefix(prefix);
  const tools = (
    <>
      <label class="input mid">
        <Icon name="search" class="i-s faint" />
        <span class="vh">Keys that begin with this text, or with bytes after 0x</span>
        <input
          placeholder="prefix or 0x bytes"
          value={prefix}
          onInput={({ currentTarget }) => setPrefix(currentTarget.value)}
        />
      </label>
      <Segmented legend="As" name="storage" options={VIEWS} value={view} onChange={setView} />
    </>
  );
  return (
    <Panel id="storage" class="flush" title="Storage" note="types are guessed" tools={tools}>
      {parsed === null ? (
        <Notice>Bytes are written with two hexadecimal digits each.</Notice>
      ) : (
        <Pages key={parsed} id={id} prefix={parsed} isDecoded={view === 'decoded'} />
      )}
    </Panel>
  );
}

interface PagesProps {
  readonly id: string;
  readonly prefix: string;
  readonly isDecoded: boolean;
}

function Pages({ id, prefix, isDecoded }: PagesProps) {
  const head = useObservable(chainHead);
  // The start positions of the visited pages; the last one is shown.
  const [starts, setStarts] = useState<readonly (string | null)[]>([null]);
  const after = starts.at(-1) ?? null;
  const loaded = useLoaded(
    `${id} ${prefix} ${after}`,
    () => readStorage(id, prefix, after),
    head?.busyHeight ?? 0,
  );
  return (
    <Answer loaded={loaded} unknown="There is no such account at the head of this chain.">
      {({ values, last_key }) => (
        <>
          {values.length === 0 && <Notice>There is nothing here.</Notice>}
          {values.length > 0 && <StorageTable values={values} isDecoded={isDecoded} />}
          {(starts.length > 1 || last_key !== undefined) && (
            <p class="row more">
              {starts.length > 1 && (
                <button
                  class="btn small"
                  type="button"
                  onClick={() => setStarts(starts.slice(0, -1))}
                >
                  Page before
                </button>
              )}
              {last_key !== undefined && (
                <button
                  class="btn small"
                  type="button"
                  onClick={() => setStarts([...starts, last_key])}
                >
                  Next page
                </button>
              )}
            </p>
          )}
        </>
      )}
    </Answer>
  );
}
