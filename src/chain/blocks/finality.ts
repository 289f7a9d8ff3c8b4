// Which block is final as seen from a new one. Finality needs consecutive heights: a block with two
// direct successors is final, one with a direct successor nearly so.

import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import type { BlockHeader } from '../../types/block.ts';

interface FinalityPointers {
  readonly lastFinalBlock: Hash;
  readonly lastDsFinalBlock: Hash;
}

export function finalityPointers(
  prev: BlockHeader,
  prevHash: Hash,
  height: number,
): FinalityPointers {
  const isDirect = height === prev.lite.height + 1;
  if (!isDirect) {
    const { lastFinalBlock, lastDsFinalBlock } = prev.rest;
    return { lastFinalBlock, lastDsFinalBlock };
  }
  const prevIsDirect = equalBytes(prev.rest.lastDsFinalBlock, prev.prevHash);
  const lastFinalBlock = prevIsDirect ? prev.prevHash : prev.rest.lastFinalBlock;
  return { lastFinalBlock, lastDsFinalBlock: prevHash };
}
