// THE table of columns: everything that a node keeps. A column is declared in one of these files
// and nowhere else; whatever depends on columns follows from the declarations.

import type { Column as StoreColumn } from '../../store/column.ts';
import * as meta from '../../store/metaColumn.ts';
import * as blocks from './blockColumns.ts';
import * as content from './contentColumns.ts';
import * as epochs from './epochColumns.ts';
import * as followed from './followedColumns.ts';
import * as own from './privateColumns.ts';
import * as states from './stateColumns.ts';

export const Column = {
  ...meta,
  ...blocks,
  ...content,
  ...epochs,
  ...states,
  ...followed,
  ...own,
} as const;

export type Column<K = unknown, V = unknown> = StoreColumn<K, V>;

/** In the order of their numbers. */
export const COLUMNS: readonly Column[] = Object.values(Column).sort((a, b) => a.number - b.number);
