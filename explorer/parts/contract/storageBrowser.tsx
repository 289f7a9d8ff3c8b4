// The storage of a contract by key prefix, page by page.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import { readStorage, type StorageEntry } from '../../chain/contract.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { bytesToBase64, hexToBytes, utf8ToBytes } from '../../format/bytes.ts';
import { decodeBase64 } from '../../format/values.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Value } from '../values/texts.tsx';

/** A prefix as text, or after `0x` as bytes. */
function parsePrefix(text: string): string | null {
  if (!text.startsWith('0x')) return bytesToBase64(utf8ToBytes(text));
  const bytes = hexToBytes(text.slice(2));
  return bytes === null ? null : bytesToBase64(bytes);
}

export function StorageBrowser({ id }: { id: string }) {
  const [prefix, setPrefix] = useState('');
  const parsed = parsePrefix(prefix);
  return (
    <Panel id="storage" title="Storage">
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <label>
          Keys that begin with this text, or with bytes after 0x
          <input
            class="input"
            value={prefix}
            onInput={({ currentTarget }) => setPrefix(currentTarget.value)}
          />
        </label>
      </form>
      {parsed === null ? (
        <Notice>Bytes are written with two hexadecimal digits each.</Notice>
      ) : (
        <Pages key={parsed} id={id} prefix={parsed} />
      )}
    </Panel>
  );
}

function Pages({ id, prefix }: { id: string; prefix: string }) {
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
          {values.length > 0 && <Entries values={values} />}
          <p class="row">
            {starts.length > 1 && (
              <button class="btn" type="button" onClick={() => setStarts(starts.slice(0, -1))}>
                Page before
              </button>
            )}
            {last_key !== undefined && (
              <button class="btn" type="button" onClick={() => setStarts([...starts, last_key])}>
                Next page
              </button>
            )}
          </p>
        </>
      )}
    </Answer>
  );
}

function Entries({ values }: { values: readonly StorageEntry[] }) {
  return (
    <div class="scroll-x">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ key, value }) => (
            <tr key={key}>
              <td>
                <Value value={decodeBase64(key)} />
              </td>
              <td>
                <Value value={decodeBase64(value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
