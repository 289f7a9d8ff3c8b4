// The formats of data whose encoding changed between the protocol versions that are executed. The
// names are those of the enum variants whose numbers precede the bytes.

export interface Formats {
  readonly blockHeader: 'V5' | 'V6';
  /** Chunks that are carried over an upgrade keep the format in which they were made. */
  readonly chunkInner: 'V4' | 'V5';
  readonly epochInfo: 'V4' | 'V5';
  readonly blockInfo: 'V3' | 'V4';
  /** Of receipts; transactions have V1 in all versions. */
  readonly outcomeMetadata: 'V3' | 'V4';
}
