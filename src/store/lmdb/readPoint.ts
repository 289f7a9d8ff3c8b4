/**
 * Tracks which state the reads of a database see. The library begins to read with the first read of
 * a turn of the event loop, and sets a timer that ends it with the turn. The timer that is set here
 * after it fires directly afterwards, so nothing is read in between.
 */

import type { Database } from './lmdbDatabase.ts';

export class ReadPoint {
  /** A new object for each state; null where the next read may see another one. */
  current: object | null = null;

  constructor(database: Database) {
    database.addListener('begin-transaction', () => {
      this.current = {};
      setTimeout(this.end, 0);
    });
  }

  /** To be called with everything else that makes reads see a newer state. */
  readonly end = (): void => {
    this.current = null;
  };
}
