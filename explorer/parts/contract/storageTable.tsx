// Entries of a contract's storage.

import type { BorshType } from '#abi';
import type { StorageEntry } from '../../chain/contract.ts';
import { base64ToBytes, bytesToHex } from '../../format/bytes.ts';
import { guessFields, type StateField } from '../../format/stateFields.ts';
import type { StorageKey } from '../../format/storageKeys.ts';
import { formatAs, guessStored } from '../../format/typedValues.ts';
import { decodeValue } from '../../format/values.ts';
import { Badge } from '../ui/badge.tsx';
import { ExactBytes } from '../values/amounts.tsx';
import { LongText } from '../values/texts.tsx';

const TYPE_LENGTH = 40;

interface StorageTableProps {
  readonly values: readonly StorageEntry[];
  /** The meaning of their keys, in the same order. */
  readonly keys: readonly StorageKey[];
  readonly isDecoded: boolean;
  /** The types that values can have, of which one may be chosen. */
  readonly types: readonly BorshType[];
  readonly chosen: BorshType | null;
}

export function StorageTable({ values, keys, ...reading }: StorageTableProps) {
  return (
    <div class="scroll-x">
      <table class="table cards storage">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Type</th>
            <th scope="col">Value</th>
            <th scope="col" class="r">
              Stored
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map((entry, at) => {
            const name = keys[at];
            return name && <Entry key={entry.key} entry={entry} name={name} {...reading} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

interface EntryProps extends Omit<StorageTableProps, 'values' | 'keys'> {
  readonly entry: StorageEntry;
  readonly name: StorageKey;
}

function Entry({ entry, name, ...reading }: EntryProps) {
  const value = base64ToBytes(entry.value);
  const { type, fields, text } = read(value, name, reading);
  return (
    <tr>
      <td class="mono wrap">
        {reading.isDecoded ? <KeyName {...name} /> : bytesToHex(base64ToBytes(entry.key))}
      </td>
      <td class="drop">
        <Badge>
          <bdi>{type.slice(0, TYPE_LENGTH)}</bdi>
        </Badge>
      </td>
      <td class="full wrap">
        {fields === null ? (
          <LongText text={text} />
        ) : (
          <ol class="state">
            {fields.map((field, at) => (
              <li key={at}>
                <span class="faint">{field.kind}</span> <bdi class="mono">{field.text}</bdi>
              </li>
            ))}
          </ol>
        )}
      </td>
      <td class="r drop faint">
        <ExactBytes count={value.length} />
      </td>
    </tr>
  );
}

function KeyName({ name, part, entry }: StorageKey) {
  return (
    <>
      <b>
        <bdi>{name}</bdi>
      </b>
      {part !== undefined && <span class="quiet"> {part}</span>}
      {entry !== '' && (
        <span class="faint">
          [<bdi>{entry}</bdi>]
        </span>
      )}
    </>
  );
}

interface Reading {
  readonly type: string;
  /** Of the state, if they were guessed. */
  readonly fields: readonly StateField[] | null;
  readonly text: string;
}

/** The chosen type if it fits, then the only one of the ABI that does, then what it looks like. */
function read(
  bytes: Uint8Array,
  { kind }: StorageKey,
  { isDecoded, types, chosen }: Omit<StorageTableProps, 'values' | 'keys'>,
): Reading {
  if (!isDecoded) return { type: 'bytes', fields: null, text: bytesToHex(bytes) };
  const asChosen = chosen === null ? null : formatAs(bytes, chosen);
  if (chosen !== null && asChosen !== null) {
    return { type: chosen.declaration, fields: null, text: asChosen };
  }
  const guessed = guessStored(bytes, types);
  if (guessed !== null) return { ...guessed, fields: null };
  const fields = kind === 'state' ? guessFields(bytes) : null;
  const { kind: type, text } = decodeValue(bytes);
  return { type: fields === null ? type : 'fields', fields, text };
}
