// block_effects, and its older name EXPERIMENTAL_changes_in_block.

import { flatten, struct } from '../../codec/struct.ts';
import { ChangesInBlockView } from '../../types/views/stateChangeView.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { BlockReference, requireBlock } from '../params/blockReference.ts';
import { changesErrors, keyToTouched } from '../views/stateChanges.ts';

const EVERYTHING = new Uint8Array(0);

export const blockEffects = defineMethod({
  name: 'block_effects',
  aliases: [{ name: 'EXPERIMENTAL_changes_in_block', isDeprecated: true }],
  summary: 'Which accounts a block changed, and how: one entry for each changed key.',
  params: struct('RpcStateChangesInBlockRequest', { block: flatten(BlockReference) }),
  result: ChangesInBlockView,
  returns: '`block_hash`, and `changes`: `account_id` and `type`.',
  errors: changesErrors,
  blockOf: ({ block }) => block,
  holds: untilNextBlock,
  handle: ({ chain }, { block }) => {
    const { hash } = requireBlock(chain, block, 'BLOCK', changesErrors.UNKNOWN_BLOCK);
    const touched = [...chain.stateChanges(hash, EVERYTHING)].flatMap(({ key }) => {
      const shown = keyToTouched(key);
      return shown === null ? [] : [shown];
    });
    return { blockHash: hash, changes: touched };
  },
});
