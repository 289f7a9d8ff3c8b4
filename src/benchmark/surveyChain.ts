// What a chain contains, found by reading its last blocks: what distinct questions can be about.

import type { Target } from './target.ts';

export interface SurveyedTransaction {
  readonly hash: string;
  readonly signerId: string;
  readonly receiverId: string;
  /** The place of its block in the list of blocks. */
  readonly blockIndex: number;
}

export interface ChainSurvey {
  /** A final block after all others of the survey. */
  readonly headHash: string;
  readonly blocks: readonly { readonly height: number; readonly hash: string }[];
  readonly chunkHashes: readonly string[];
  readonly transactions: readonly SurveyedTransaction[];
}

interface BlockAnswer {
  readonly header: { readonly height: number; readonly hash: string };
  readonly chunks: readonly { readonly chunk_hash: string; readonly height_included: number }[];
}

interface ChunkAnswer {
  readonly transactions: readonly {
    readonly hash: string;
    readonly signer_id: string;
    readonly receiver_id: string;
  }[];
}

/** Outcomes of the newest transactions cannot be proven yet. */
const NEWEST_LEFT_OUT = 10;

export async function surveyChain(target: Target, count: number): Promise<ChainSurvey> {
  const { header: head } = await target.call<BlockAnswer>('block', { finality: 'final' });
  const first = Math.max(1, head.height - NEWEST_LEFT_OUT - count + 1);
  const length = Math.max(0, head.height - NEWEST_LEFT_OUT - first + 1);
  const heights = Array.from({ length }, (_, i) => ({ block_id: first + i }));
  const answers = await target.callEach<BlockAnswer>('block', heights);
  // Heights may be skipped, and blocks pruned.
  const found = answers.filter((block) => block !== null);
  const newChunks = found.flatMap(({ header, chunks }, blockIndex) =>
    chunks
      .filter(({ height_included }) => height_included === header.height)
      .map(({ chunk_hash }) => ({ chunk_hash, blockIndex })),
  );
  const chunks = await target.callEach<ChunkAnswer>(
    'chunk',
    newChunks.map(({ chunk_hash }) => ({ chunk_id: chunk_hash })),
  );
  return {
    headHash: head.hash,
    blocks: found.map(({ header: { height, hash } }) => ({ height, hash })),
    chunkHashes: newChunks.map(({ chunk_hash }) => chunk_hash),
    transactions: chunks.flatMap((chunk, i) =>
      (chunk?.transactions ?? []).map(({ hash, signer_id, receiver_id }) => ({
        hash,
        signerId: signer_id,
        receiverId: receiver_id,
        blockIndex: newChunks[i]?.blockIndex ?? 0,
      })),
    ),
  };
}
