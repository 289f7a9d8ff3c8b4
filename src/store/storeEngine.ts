/**
 * What an engine that keeps stores in folders provides: the store itself, behind the interface of
 * store.ts, and what tools need to look at its files from outside without being stopped by damage.
 * Engines are listed in openStore.ts.
 */

import type { Column } from './column.ts';
import type { Store, StoreReader } from './store.ts';

export interface OpenOptions {
  /** A folder, created if it does not exist. */
  readonly path: string;
  /** Each commit is on the disk when it returns. */
  readonly durable?: boolean | undefined;
  /** Nothing has to survive the machine: `flush` does nothing. */
  readonly temporary?: boolean | undefined;
  /** Never writes; the store must exist. */
  readonly readOnly?: boolean | undefined;
  /** Receives a line about work that can take a while. */
  readonly report?: ((line: string) => void) | undefined;
}

export interface StoreEngine {
  open(options: OpenOptions): Promise<Store>;
  /** Whether the folder holds a store of this engine. */
  holds(path: string): boolean;
  bytesOnDisk(path: string): number;
  /** While a node runs on it, the store is read as it was at this moment. */
  inspect(path: string, isRunning: boolean): Promise<StoreInspection>;
  /**
   * Rewrites the store with the rows that are whole, and those that can be made whole again. Gives
   * the number of the latter. No process may have the store open.
   */
  salvage(path: string, isGenuine: (row: InspectedRow) => boolean): Promise<number>;
  /**
   * Rewrites the store without unused room, and calls back for each row. No process may have the
   * store open; if this one is killed, the store is unchanged.
   */
  compact(path: string, onRow: (row: number, total: number) => void): Promise<void>;
}

export interface StoreInspection {
  /** How many rows the files claim to have. */
  readonly rowCount: number;
  /** Goes through all rows once, and gives those that are whole. */
  rows(onFault: (fault: InspectionFault) => void): Iterable<InspectedRow>;
  /** Damage is a PerigeeError and never ends the process. */
  readonly reader: StoreReader;
  close(): Promise<void>;
}

export interface InspectedRow {
  readonly column: Column;
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** What it takes in the files. */
  readonly storedBytes: number;
}

export type InspectionFault =
  /** A part of a file that holds rows, or should. */
  | { readonly kind: 'page'; readonly text: string }
  /** The checksum of a row is wrong. */
  | { readonly kind: 'row'; readonly column: Column; readonly key: Uint8Array }
  /** A row of a column that this version does not have. */
  | { readonly kind: 'column'; readonly number: number; readonly key: Uint8Array };
