// The proof that a block is an ancestor of a head that a light client trusts. Both must be final.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import { blockPath } from '../../chain/records/blockProof.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { type LightBlockProofView, lightHeaderToView } from '../../types/views/blockView.ts';
import type { RpcChain } from '../core/context.ts';
import { type FoundBlock, requireBlock } from '../params/blockReference.ts';
import { lightClientErrors } from './lightClientErrors.ts';

export function proveBlock(
  chain: RpcChain,
  target: FoundBlock,
  headHash: Hash,
): TypeOf<typeof LightBlockProofView> {
  const head = requireHeader(chain, headHash);
  const finalHeight = lastFinalHeight(chain);
  for (const { hash, block } of [target, head]) {
    if (block.header.lite.height > finalHeight) {
      throw lightClientErrors.INTERNAL_ERROR(`${formatHash(hash)} not on current chain`);
    }
  }
  return {
    blockHeaderLite: lightHeaderToView(target.block.header),
    blockProof: ancestorPath(chain, target, head),
  };
}

function ancestorPath(chain: RpcChain, target: FoundBlock, head: FoundBlock) {
  // Headers count from one; the leaves of the tree from zero.
  const index = target.block.header.rest.blockOrdinal - 1;
  const size = head.block.header.rest.blockOrdinal - 1;
  if (index === size) return [];
  if (index > size) {
    throw lightClientErrors.INTERNAL_ERROR(
      `block ${formatHash(target.hash)} is ahead of head block ${formatHash(head.hash)}`,
    );
  }
  const read = (level: number, at: number) => chain.subtreeRoot(level, at);
  return blockPath(index, size, read, chain.ancestorNodes(head.hash));
}

export function requireHeader(chain: RpcChain, hash: Hash): FoundBlock {
  const reference = { kind: 'block_id', value: { kind: 'Hash', value: hash } } as const;
  return requireBlock(chain, reference, 'BLOCK HEADER', lightClientErrors.UNKNOWN_BLOCK);
}

/** The last final block as of the head; the first blocks of a chain have none. */
function lastFinalHeight(chain: RpcChain): number {
  const head = requireHeader(chain, chain.head().hash);
  return requireHeader(chain, head.block.header.rest.lastFinalBlock).block.header.lite.height;
}
