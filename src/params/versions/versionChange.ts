// What a protocol version changes: for each table, the rows that differ from the version before.

import type { ProtocolTables } from '../tables/tables.ts';

export type VersionChange = {
  readonly version: number;
} & { readonly [Table in keyof ProtocolTables]?: Partial<ProtocolTables[Table]> };
