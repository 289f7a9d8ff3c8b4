// perigee_rows.

import { Column } from '../../chain/columns/columns.ts';
import { type Codec, JsonError, readOnly, type TypeOf } from '../../codec/codec.ts';
import { bytes, option, string, vec } from '../../codec/primitives.ts';
import { wordsSchema } from '../../codec/schema.ts';
import { struct } from '../../codec/struct.ts';
import { KEY_BYTES_MAX } from '../../store/store.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';
import { exact, mapped } from '../params/params.ts';

export const ROWS_MAX = 64;

const columnText: Codec<Column> = readOnly({
  parse: (json) => {
    const name = string.parse(json);
    if (Object.hasOwn(Column, name)) return Column[name as keyof typeof Column];
    throw new JsonError(`unknown column \`${name}\``);
  },
  schema: () => wordsSchema(Object.keys(Column)),
});

const rowKey: Codec<Uint8Array> = mapped(bytes, (key) => {
  if (key.length <= KEY_BYTES_MAX) return key;
  throw new JsonError(`a key has at most ${KEY_BYTES_MAX} bytes`);
});

const Row = struct('PerigeeRow', { column: columnText, key: rowKey });

const wantedRows: Codec<readonly TypeOf<typeof Row>[]> = readOnly({
  parse: (json) => {
    const rows = vec(Row).parse(json);
    if (rows.length <= ROWS_MAX) return rows;
    throw new JsonError(`at most ${ROWS_MAX} rows at once`);
  },
  schema: (scope) => ({ ...vec(Row).schema(scope), maxItems: ROWS_MAX }),
});

export const RowsView = struct('PerigeeRowsResponse', { rows: vec(option(bytes)) });

const errors = defineErrors('PerigeeRowsError', {
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
  params: exact('PerigeeRowsRequest', { rows: wantedRows }),
  result: RowsView,
  returns: 'The values of `rows` in bytes, in the same order; null for a missing row.',
  errors,
  handle: ({ readRow }, { rows: wanted }) => {
    if (readRow === undefined) throw errors.NO_ROWS(null);
    return { rows: wanted.map(({ column, key }) => readRow(column, key) ?? null) };
  },
});
