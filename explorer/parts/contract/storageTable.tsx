// Entries of a contract's storage.

import type { StorageEntry } from '../../chain/contract.ts';
import { base64ToBytes, bytesToHex } from '../../format/bytes.ts';
import { guessFields } from '../../format/stateFields.ts';
import { parseStorageKey } from '../../format/storageKeys.ts';
import { type DecodedValue, decodeValue } from '../../format/values.ts';
import { Badge } from '../ui/badge.tsx';
import { ExactBytes } from '../values/amounts.tsx';
import { LongText } from '../values/texts.tsx';

interface StorageTableProps {
  readonly values: readonly StorageEntry[];
  readonly isDecoded: boolean;
}

export function StorageTable({ values, isDecoded }: StorageTableProps) {
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
          {values.map((entry) => (
            <Entry key={entry.key} entry={entry} isDecoded={isDecoded} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Entry({ entry, isDecoded }: { entry: StorageEntry; isDecoded: boolean }) {
  const [key, value] = [base64ToBytes(entry.key), base64ToBytes(entry.value)];
  const { kind, name, entry: inner } = parseStorageKey(key);
  const fields = kind === 'state' ? guessFields(value) : null;
  const decoded = asDecoded(value, isDecoded);
  const type = isDecoded && fields !== null ? 'fields' : decoded.kind;
  return (
    <tr>
      <td class="mono wrap">
        {isDecoded ? (
          <>
            <b>
              <bdi>{name}</bdi>
            </b>
            {inner !== '' && (
              <span class="faint">
                [<bdi>{inner}</bdi>]
              </span>
            )}
          </>
        ) : (
          bytesToHex(key)
        )}
      </td>
      <td class="drop">
        <Badge>{type}</Badge>
      </td>
      <td class="full wrap">
        {isDecoded && fields !== null ? (
          <ol class="state">
            {fields.map(({ kind: type, text }, at) => (
              <li key={at}>
                <span class="faint">{type}</span> <bdi class="mono">{text}</bdi>
              </li>
            ))}
          </ol>
        ) : (
          <LongText text={decoded.text} />
        )}
      </td>
      <td class="r drop faint">
        <ExactBytes count={value.length} />
      </td>
    </tr>
  );
}

function asDecoded(bytes: Uint8Array, isDecoded: boolean): DecodedValue {
  const { length } = bytes;
  return isDecoded ? decodeValue(bytes) : { kind: 'bytes', text: bytesToHex(bytes), length };
}
