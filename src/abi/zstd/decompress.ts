// Decompresses Zstandard (RFC 8878), for which browsers have no API. Dictionaries are not
// supported, and checksums are not checked. The caller bounds the size of the result.

import { type BlockContext, readCompressedBlock } from './block.ts';
import { Output } from './output.ts';

const MAGIC = 0xfd2fb528;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;

export function isZstd(bytes: Uint8Array): boolean {
  return (
    bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true) === MAGIC
  );
}

/** Throws if the bytes are not Zstandard or damaged, or the result is too long. */
export function decompressZstd(bytes: Uint8Array, bytesMax: number): Uint8Array<ArrayBuffer> {
  if (!isZstd(bytes)) throw new Error('this is not Zstandard');
  const output = new Output(bytesMax);
  const context: BlockContext = { output, tables: {}, huffman: null, offsets: [1, 4, 8] };
  let at = findFirstBlock(bytes);
  for (let isLast = false; !isLast; ) {
    if (at + 3 > bytes.length) throw new Error('the last block is missing');
    const head = (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 2 ** 8 + (bytes[at + 2] ?? 0) * 2 ** 16;
    isLast = (head & 1) === 1;
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    at += 3;
    const end = at + (kind === 1 ? 1 : size);
    if (end > bytes.length) throw new Error('a block is cut off');
    if (kind === 0) output.append(bytes.subarray(at, end));
    else if (kind === 1) output.fill(bytes[at] ?? 0, size);
    else if (kind === 2) readCompressedBlock(bytes.subarray(at, end), context);
    else throw new Error('there is no such kind of block');
    at = end;
  }
  return output.bytes;
}

function findFirstBlock(bytes: Uint8Array): number {
  const descriptor = bytes[4] ?? 0;
  const isSingle = ((descriptor >> 5) & 1) === 1;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingle ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
  const idBytes = DICTIONARY_ID_BYTES[descriptor & 3] ?? 0;
  if (idBytes > 0) throw new Error('there is no dictionary here');
  return 5 + (isSingle ? 0 : 1) + idBytes + sizeBytes;
}
