// Whether a block is written in the formats of its epoch's protocol version. A new chunk may still
// have the format before, as in the reference; a repeated chunk keeps the format it was made in.

import { type BlockHeader, headerForm } from '../../types/block.ts';
import type { ChunkHeader } from '../../types/chunk.ts';
import type { Formats } from '../../types/formats.ts';
import { BlockRefused } from '../blockRefused.ts';

export function verifyFormats(
  { version, lite: { height } }: BlockHeader,
  chunks: readonly ChunkHeader[],
  formats: Formats,
): void {
  const expected = headerForm(formats.blockHeader).version;
  if (version !== expected) {
    const reason = `its header has version ${version}, and headers of its epoch have ${expected}`;
    throw new BlockRefused('epoch', { height }, reason);
  }
  for (const { inner, heightIncluded } of chunks) {
    const isKnown = inner.kind === 'V4' || inner.kind === formats.chunkInner;
    if (heightIncluded !== height || isKnown) continue;
    const reason = `its chunk header has version ${inner.kind}, which its epoch does not have`;
    throw new BlockRefused('epoch', { height, shardId: inner.value.shardId }, reason);
  }
}
