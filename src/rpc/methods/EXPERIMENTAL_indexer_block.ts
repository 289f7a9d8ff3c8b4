// EXPERIMENTAL_indexer_block. A block with everything that it did, for indexers: the message that
// neardata and Lake have too, with the shards that the node tracks. A response is assembled shard
// by shard, each in its own turn of the event loop, and only a few at a time.

import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes/bytes.ts';
import { formatHash, HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { publicMessage } from '../../base/publicMessage.ts';
import { preformatted, type TypeOf, writeOnly } from '../../codec/codec.ts';
import { formatWithin } from '../../codec/formatWithin.ts';
import { string, vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { IndexerShard } from '../../follow/messages/blockMessage.ts';
import { buildInParts, type MessageInParts } from '../../follow/messages/buildMessage.ts';
import type { Block } from '../../types/block.ts';
import { hash, shardId } from '../../types/primitives.ts';
import { BlockView } from '../../types/views/blockView.ts';
import type { MethodContext } from '../core/context.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';
import { closed } from '../params/params.ts';

/** In bytes; fixed by the reference. */
const RESULT_BYTES_MAX = 32 * 1024 * 1024;

const NOT_SAVED = { errorMessage: 'save_tx_outcomes and save_state_changes must be enabled' };
const UNKNOWN_BLOCK =
  'Block either has never been observed on the node or has been garbage collected';
const DISAPPEARED = 'shard data disappeared during assembly';

const Message = struct({ errorMessage: string });
type Message = TypeOf<typeof Message>;

const errors = defineErrors(
  'RpcIndexerBlockError',
  {
    BUSY: errorKind<void>({
      when:
        'As many responses as allowed (`rpc.indexer_max_concurrent_requests`) are being ' +
        'assembled. Try again.',
    }),
    UNSUPPORTED: errorKind<Message>({
      when: 'The node is configured not to keep outcomes or state changes.',
      info: Message,
    }),
    DATA_UNAVAILABLE: errorKind<Message>({
      when: 'The block is unknown or not kept any more.',
      info: Message,
    }),
    INCOMPLETE_DATA: errorKind<Message>({
      when: 'The node does not have everything that the block did.',
      info: Message,
    }),
    LIMIT_EXCEEDED: errorKind<void>({
      when: `The result has more than ${RESULT_BYTES_MAX} bytes.`,
    }),
  },
  'cause',
);

const frame = { block: BlockView, trackedShards: vec(shardId) };
const Result = struct('RpcIndexerBlockResponse', { ...frame, shards: vec(IndexerShard) });
/** The same with shards that are already text. */
const Assembled = struct({ ...frame, shards: vec(writeOnly(preformatted(IndexerShard))) });

export const indexerBlock = defineMethod({
  name: 'EXPERIMENTAL_indexer_block',
  summary:
    'One block with its chunks, transactions, receipts, outcomes and state changes, by its hash: ' +
    'everything that an indexer needs.',
  params: closed('RpcIndexerBlockRequest', { blockHash: hash }),
  result: preformatted(Result),
  returns:
    '`block` as the method `block` returns it; `shards`, each with `shard_id`, `chunk` (null ' +
    'without a new chunk), `receipt_execution_outcomes` and `state_changes`; and ' +
    '`tracked_shards`, which are all of them.',
  errors,
  isServed: ({ limits }) => limits.indexerRequestsMax > 0,
  holds: untilNextBlock,
  enter: ({ indexerPlaces, metrics }) => {
    if (indexerPlaces.reserve(0)) return () => indexerPlaces.release(0);
    metrics.countRefusal('indexer');
    throw errors.BUSY();
  },
  handle: async (context, { blockHash }) => {
    const { saveTxOutcomes, saveStateChanges } = context.clientConfig;
    if (!saveTxOutcomes || !saveStateChanges) throw errors.UNSUPPORTED(NOT_SAVED);
    try {
      return await assemble(context, blockHash);
    } catch (error) {
      throw explain(error, context, blockHash);
    }
  },
});

async function assemble(context: MethodContext, blockHash: Hash): Promise<string> {
  const { block, shardIds, buildShard } = open(context, blockHash);
  const shards: string[] = [];
  let charsLeft = RESULT_BYTES_MAX;
  for (const id of shardIds) {
    await context.turns.next();
    const text = formatWithin(IndexerShard, buildShard(id), charsLeft);
    if (text === null) throw errors.LIMIT_EXCEEDED();
    charsLeft -= text.length;
    shards.push(text);
  }
  requireBlock(context, blockHash, DISAPPEARED);
  const text = Assembled.json({ block, shards, trackedShards: shardIds });
  if (Buffer.byteLength(text) > RESULT_BYTES_MAX) throw errors.LIMIT_EXCEEDED();
  return text;
}

function open(context: MethodContext, blockHash: Hash): MessageInParts {
  const { chain, epochs } = context;
  const onGap = (errorMessage: string) => {
    throw errors.INCOMPLETE_DATA({ errorMessage });
  };
  const { prevHash } = requireBlock(context, blockHash).header;
  // Who produced the chunks follows from the parent.
  if (!equalBytes(prevHash, HASH_ZERO)) requireBlock(context, prevHash);
  const message = buildInParts({ chain, epochs, origins: null, onGap }, blockHash);
  assert(message !== null, 'the block is known');
  const isOrdered = message.block.chunks.every(({ shardId: id }, i) => id === message.shardIds[i]);
  if (!isOrdered) onGap('message shard order does not match block layout');
  return message;
}

function requireBlock(
  { chain }: MethodContext,
  blockHash: Hash,
  reason = `${UNKNOWN_BLOCK}: BLOCK: ${formatHash(blockHash)}`,
): Block {
  const block = chain.block(blockHash);
  if (block === null) throw errors.DATA_UNAVAILABLE({ errorMessage: reason });
  return block;
}

/** Rows are missing if the block was pruned meanwhile, or from a store that is damaged. */
function explain(error: unknown, context: MethodContext, blockHash: Hash): unknown {
  if (!(error instanceof PerigeeError)) return error;
  const errorMessage = publicMessage(error);
  if (error.code === 'row_unavailable') return errors.DATA_UNAVAILABLE({ errorMessage });
  if (error.code !== 'row_missing') return error;
  requireBlock(context, blockHash, DISAPPEARED);
  context.reportFailure(error, 'EXPERIMENTAL_indexer_block');
  return errors.INCOMPLETE_DATA({ errorMessage });
}
