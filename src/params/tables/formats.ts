// In which form blocks, chunks, epochs and outcomes are written at version 84.

import type { Formats } from '../../types/formats.ts';
import { freezeDeep } from '../freezeDeep.ts';

export const formats: Formats = freezeDeep({
  blockHeader: 'V5',
  chunkInner: 'V4',
  epochInfo: 'V4',
  blockInfo: 'V3',
  outcomeMetadata: 'V3',
});
