// The storage of a contract by key prefix, page by page: keys as near-sdk writes them, and values
// by the types in the ABI or as what they look like, or bytes.

import { useState } from 'preact/hooks';
import type { BorshType } from '#abi';
import { chainHead } from '../../chain/connection.ts';
import { readStorage, type StorageEntry } from '../../chain/contract.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount } from '../../format/amounts.ts';
import { base64ToBytes, bytesToBase64, hexToBytes, utf8ToBytes } from '../../format/bytes.ts';
import { type Collection, nameKeys } from '../../format/collections.ts';
import { Answer } from '../ui/answer.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { StorageTable } from './storageTable.tsx';

const COLLECTIONS_MAX = 20;
const NAME_LENGTH = 40;

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

interface StorageBrowserProps {
  readonly id: string;
  /** The types of the ABI, if it has some in Borsh. */
  readonly types: readonly BorshType[];
}

export function StorageBrowser({ id, types }: StorageBrowserProps) {
  const [prefix, setPrefix] = useState('');
  const [typeName, setTypeName] = useState('');
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
      {types.length > 0 && view === 'decoded' && (
        <TypeChoice types={types} value={typeName} onChange={setTypeName} />
      )}
      <Segmented legend="As" name="storage" options={VIEWS} value={view} onChange={setView} />
    </>
  );
  return (
    <Panel id="storage" class="flush" title="Storage" note="types are guessed" tools={tools}>
      {parsed === null ? (
        <Notice>Bytes are written with two hexadecimal digits each.</Notice>
      ) : (
        <Pages
          key={parsed}
          id={id}
          prefix={parsed}
          isDecoded={view === 'decoded'}
          types={types}
          chosen={types.find(({ declaration }) => declaration === typeName) ?? null}
          onPrefix={setPrefix}
        />
      )}
    </Panel>
  );
}

interface TypeChoiceProps {
  readonly types: readonly BorshType[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function TypeChoice({ types, value, onChange }: TypeChoiceProps) {
  return (
    <label>
      <span class="vh">Read values as</span>
      <select
        class="input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">types guessed</option>
        {types.map(({ declaration }) => (
          <option key={declaration}>{declaration}</option>
        ))}
      </select>
    </label>
  );
}

interface PagesProps {
  readonly id: string;
  readonly prefix: string;
  readonly isDecoded: boolean;
  readonly types: readonly BorshType[];
  readonly chosen: BorshType | null;
  readonly onPrefix: (prefix: string) => void;
}

function Pages({ id, prefix, onPrefix, ...reading }: PagesProps) {
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
          {values.length > 0 && (
            <Entries values={values} isWhole={prefix === ''} onPrefix={onPrefix} {...reading} />
          )}
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

interface EntriesProps extends Omit<PagesProps, 'id' | 'prefix'> {
  readonly values: readonly StorageEntry[];
  /** Whether they are of all prefixes. */
  readonly isWhole: boolean;
}

function Entries({ values, isWhole, onPrefix, ...reading }: EntriesProps) {
  const { keys, collections } = nameKeys(values.map(({ key }) => base64ToBytes(key)));
  return (
    <>
      {isWhole && <Collections collections={collections} onPrefix={onPrefix} />}
      <StorageTable values={values} keys={keys} {...reading} />
    </>
  );
}

interface CollectionsProps {
  readonly collections: readonly Collection[];
  readonly onPrefix: (prefix: string) => void;
}

/** One button for each, which shows only its entries. */
function Collections({ collections, onPrefix }: CollectionsProps) {
  if (collections.length < 2) return null;
  return (
    <ul class="row inset" aria-label="Collections">
      {collections.slice(0, COLLECTIONS_MAX).map(({ name, count }) => (
        <li key={name}>
          <button class="btn small" type="button" onClick={() => onPrefix(name)}>
            <bdi class="mono">{name.slice(0, NAME_LENGTH)}</bdi>{' '}
            <span class="faint num">{formatCount(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
