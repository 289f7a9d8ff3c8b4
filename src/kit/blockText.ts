// A block as people name it: by its height, its hash, or how new it is.

import type { BlockReference } from '../client/generated/wire.ts';

/** Null for any other text. */
export function readBlockText(text: string): BlockReference | null {
  if (text === 'final') return { finality: 'final' };
  if (text === 'latest') return { finality: 'optimistic' };
  if (/^\d{1,15}$/.test(text)) return { block_id: Number(text) };
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return { block_id: text };
  return null;
}
