// The paths of neardata's interface, below `/v0`.

export type Finality = 'final' | 'optimistic';

/** The requested part of a block. */
export type BlockPart =
  | { readonly kind: 'all' }
  | { readonly kind: 'headers' }
  | { readonly kind: 'chunk' | 'shard'; readonly shardId: number };

export type NeardataPath =
  | { readonly kind: 'first' }
  /** `suffix` is the rest of the path, for the target of a redirect. */
  | { readonly kind: 'last'; readonly finality: Finality; readonly suffix: string }
  | {
      readonly kind: 'block';
      readonly finality: Finality;
      readonly height: number;
      readonly part: BlockPart;
    }
  /** A path of the interface with an invalid part. */
  | { readonly kind: 'invalid' };

const BLOCK = /^\/v0\/block(_opt)?\/([^/]+)(?:\/(headers)|\/(chunk|shard)\/([^/]+))?$/;
const LAST = /^\/v0\/last_block\/([^/]+)(\/.*)?$/;

/** Null for a path outside of this interface. */
export function parseNeardataPath(path: string): NeardataPath | null {
  if (path === '/v0/first_block') return { kind: 'first' };
  const last = LAST.exec(path);
  if (last !== null) {
    const [, finality, suffix = ''] = last;
    const isFinality = finality === 'final' || finality === 'optimistic';
    return isFinality ? { kind: 'last', finality, suffix } : { kind: 'invalid' };
  }
  const block = BLOCK.exec(path);
  if (block === null) return null;
  const [, optimistic, heightText = '', headers, ofShard, shardText = ''] = block;
  const height = parseUnsigned(heightText);
  const shardId = ofShard === undefined ? 0 : parseUnsigned(shardText);
  if (height === null || shardId === null) return { kind: 'invalid' };
  const finality = optimistic === undefined ? 'final' : 'optimistic';
  return { kind: 'block', finality, height, part: partOf(headers, ofShard, shardId) };
}

function partOf(
  headers: string | undefined,
  ofShard: string | undefined,
  shardId: number,
): BlockPart {
  if (headers !== undefined) return { kind: 'headers' };
  if (ofShard === 'chunk' || ofShard === 'shard') return { kind: ofShard, shardId };
  return { kind: 'all' };
}

/** Up to twenty digits; a height above the safe integers is too high in any case. */
function parseUnsigned(text: string): number | null {
  return /^[0-9]{1,20}$/.test(text) ? Number(text) : null;
}

/** The path of a block, for redirects. */
export function formatBlockPath(finality: Finality, height: number): string {
  return `/v0/block${finality === 'optimistic' ? '_opt' : ''}/${height}`;
}
