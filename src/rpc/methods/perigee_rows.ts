// perigee_rows.

import { Column } from '../../chain/columns/columns.ts';
import { JsonError } from '../../codec/codec.ts';
import { bytes, option, vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { KEY_BYTES_MAX } from '../../store/store.ts';
import { defineErrors, errorKind } from '../core/errors.ts';
import { defineMethod } from '../core/method.ts';
import { list, mapParser, type Parser, record, shape } from '../params/params.ts';
import { base64, text } from '../params/scalars.ts';

export const ROWS_MAX = 64;

const columnText: Parser<Column> = mapParser(text, (name) => {
  if (Object.hasOwn(Column, name)) return Column[name as keyof typeof Column];
  throw new JsonError(`unknown column \`${name}\``);
});

const rowKey: Parser<Uint8Array> = mapParser(base64, (key) => {
  if (key.length <= KEY_BYTES_MAX) return key;
  throw new JsonError(`a key has at most ${KEY_BYTES_MAX} bytes`);
});

const wantedRows = mapParser(list(shape({ column: columnText, key: rowKey })), (rows) => {
  if (rows.length <= ROWS_MAX) return rows;
  throw new JsonError(`at most ${ROWS_MAX} rows at once`);
});

export const RowsView = view({ rows: vec(option(bytes)) });

const errors = defineErrors({
  NO_ROWS: errorKind<null>({
    when: 'This node has no store of its own.',
    text: () => 'This node keeps no store of its own',
  }),
});

export const rows = defineMethod({
  name: 'perigee_rows',
  summary:
    'Rows of the store by column and key, which `perigee verify --restore-from` reads from ' +
    'another node of the same chain.',
  isControl: true,
  params: record('RowsRequest', { rows: wantedRows }),
  result: RowsView,
  returns: 'The values of `rows` in base64, in the same order; null for a missing row.',
  errors,
  handle: ({ readRow }, { rows: wanted }) => {
    if (readRow === undefined) throw errors.NO_ROWS(null);
    return { rows: wanted.map(({ column, key }) => readRow(column, key) ?? null) };
  },
});
