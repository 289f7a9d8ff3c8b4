// The table of columns in ARCHITECTURE.md, generated from their declarations.

import type { Pruning } from '../../store/column.ts';
import { COLUMNS } from './columns.ts';

const PRUNED: Readonly<Record<Pruning, string>> = {
  'with block': 'with its block',
  'with outcome': 'with its outcome',
  'with named block': 'with the block of its key',
  kept: 'never',
  swept: 'when no kept state needs it',
  'n/a': '',
};

export function formatColumnTable(): string {
  const rows = COLUMNS.map(({ name, number, key, about, pruning }) =>
    [number, `\`${name}\``, `${key.text} → ${about}`, PRUNED[pruning]].join(' | '),
  );
  const lines = ['no. | column | key → value | pruned', ...rows].map((row) => `| ${row} |`);
  return [lines[0], '|---|---|---|---|', ...lines.slice(1), ''].join('\n');
}
