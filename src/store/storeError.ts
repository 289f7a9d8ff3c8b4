/** Why a store cannot be opened. */

export type StoreError =
  /** A reader came before any writer had made the store. */
  | { readonly code: 'storeMissing'; readonly path: string }
  /** Something else is kept at this place. */
  | { readonly code: 'storeForeign'; readonly path: string }
  /** Another version of Perigee wrote it. */
  | { readonly code: 'storeVersion'; readonly path: string; readonly found: number }
  /** Its file was cut, or pages of it were changed. */
  | { readonly code: 'storeDamaged'; readonly path: string }
  /** The system refuses to write; the disk may be full. */
  | { readonly code: 'storeFull'; readonly path: string }
  /** The machine stopped while it was written; a writer repairs that, a reader cannot. */
  | { readonly code: 'storeUnclean'; readonly path: string };
