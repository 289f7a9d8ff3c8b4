// Which formats a protocol version writes. Dynamic resharding (85) added fields to headers and to
// what is kept of epochs; the same version began to list contracts in execution metadata.

import type { Formats } from '../types/formats.ts';
import { freezeDeep } from './freezeDeep.ts';

const BEFORE_RESHARDING: Formats = freezeDeep({
  blockHeader: 'V5',
  chunkInner: 'V4',
  epochInfo: 'V4',
  blockInfo: 'V3',
  outcomeMetadata: 'V3',
} as const);

const SINCE_RESHARDING: Formats = freezeDeep({
  blockHeader: 'V6',
  chunkInner: 'V5',
  epochInfo: 'V5',
  blockInfo: 'V4',
  outcomeMetadata: 'V4',
} as const);

export function formatsAt(protocolVersion: number): Formats {
  return protocolVersion < 85 ? BEFORE_RESHARDING : SINCE_RESHARDING;
}
