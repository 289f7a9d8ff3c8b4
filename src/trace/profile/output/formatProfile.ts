// A profile as a table for a terminal: what burnt most by itself comes first.

import { formatHash } from '../../../base/crypto/hash.ts';
import { formatTable } from '../../../base/formatTable.ts';
import { toTgas } from '../../../base/units.ts';
import { escapeText } from '../../text/styles.ts';
import { type FlatFrame, flattenProfile } from '../flatProfile.ts';
import type { ProfileFrame, TransactionProfile } from '../transactionProfile.ts';

const HEADINGS = ['self', '', 'total', 'calls', 'what', 'where'];
const TEXT_COLUMNS = [4, 5];
/** One more would be less than an operator. */
const DIGITS = 6;

export function formatProfile(profile: TransactionProfile, rowsMax: number): string {
  const { transactionHash, signerId, receiverId, gasBurnt, receiptsLeftOut } = profile;
  const flat = flattenProfile(profile);
  const shown = flat.slice(0, rowsMax);
  const left = flat.slice(rowsMax);
  const rows = shown.map((one) => formatRow(one, Number(gasBurnt)));
  const title =
    `${formatHash(transactionHash)} from ${signerId} to ${receiverId} ` +
    `burnt ${formatTgas(Number(gasBurnt))} Tgas. In Tgas:`;
  const notes = [
    left.length === 0
      ? []
      : `${left.length} more burnt ${formatTgas(left.reduce((sum, { self }) => sum + self, 0))}`,
    receiptsLeftOut === 0 ? [] : `${receiptsLeftOut} receipts are not shown`,
  ];
  const table = formatTable([HEADINGS, ...rows], TEXT_COLUMNS);
  return [title, '', table, ...notes.flat(), ''].join('\n');
}

function formatRow({ frame, self, total, calls }: FlatFrame, all: number): string[] {
  const share = all === 0 ? 0 : (100 * self) / all;
  return [
    formatTgas(self),
    `${share.toFixed(1)} %`,
    formatTgas(total),
    `${calls}`,
    escapeText(frame.name),
    formatPlace(frame),
  ];
}

export function formatTgas(gas: number): string {
  return toTgas(gas).toFixed(DIGITS);
}

export function formatPlace({ file, line }: Pick<ProfileFrame, 'file' | 'line'>): string {
  if (file === null) return '';
  return escapeText(line === null ? file : `${file}:${line}`);
}
