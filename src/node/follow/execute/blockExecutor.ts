// Executes the blocks of another chain: their chunks are applied to our own state by the code that
// a block producer runs, and every result must match what the chain and the source say. Our own
// results are then stored, in the same form as a producing node stores them.

import type { BlockProposal } from '../../../chain/blocks/buildBlock.ts';
import { wishSplit } from '../../../chain/blocks/splitWish.ts';
import type { Chain } from '../../../chain/chain.ts';
import { BlockRefused } from '../../../follow/blockRefused.ts';
import type { BoundBlock } from '../../../follow/verify/bindBlock.ts';
import type { VerifiedBlock } from '../../../follow/verify/verifiedBlock.ts';
import { describeUnknownVersion } from '../../../params/protocol.ts';
import type { ProtocolRules } from '../../../params/protocolRules.ts';
import { authoriseBySignature } from '../../../runtime/transactions/authorisation.ts';
import { compareExecution } from './compareExecution.ts';
import { createShownAuthority } from './shownAuthority.ts';

export class BlockExecutor {
  readonly #chain: Chain;

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /**
   * Executes the block after the head and commits it. `next` is its successor, whose chunk headers
   * carry the expected results. Throws BlockRefused, in which case nothing of the block is stored.
   */
  execute(block: BoundBlock, next: VerifiedBlock): void {
    requireVersion(block, this.#chain.epochs.rules);
    this.#chain.extend(propose(block), createShownAuthority(block), [], (executed) => {
      compareExecution({ block, next, executed, chain: this.#chain });
    });
  }
}

function requireVersion(
  { header, protocolVersion, protocol }: BoundBlock,
  { dialect }: ProtocolRules,
): void {
  if (protocol !== null) return;
  const unknown = describeUnknownVersion(protocolVersion, dialect);
  const reason = `${unknown}; follow the chain without --execute`;
  throw new BlockRefused('execution', { height: header.lite.height }, reason);
}

function propose({ header, shards }: BoundBlock): BlockProposal {
  const { height, timestamp } = header.lite;
  return {
    height,
    timestamp,
    latestProtocolVersion: header.rest.latestProtocolVersion,
    splitWish: wishSplit(header.rest.shardSplit),
    chunks: shards.map(({ isNew, transactions }) =>
      isNew
        ? transactions.filter((transaction) => transaction !== null).map(authoriseBySignature)
        : null,
    ),
  };
}
