// A chain that its blocks upgrade from protocol 84 to 85: each block and each new chunk has the
// formats of the block's epoch. One chunk is missing in the first block at 85, which repeats the
// one that was made at 84.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLocalAuthority } from '../../../src/chain/signing/authority.ts';
import { createValidatorSigner } from '../../../src/chain/signing/validatorSigner.ts';
import { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import { encode } from '../../../src/codec/codec.ts';
import { Block } from '../../../src/types/block.ts';
import { createLocalChain, keyOf, ROOT } from '../localChain.ts';

const EPOCH_LENGTH = 4;
const authority = createLocalAuthority([createValidatorSigner(ROOT, keyOf(ROOT))]);

function describe({ header, body }: Block): string {
  const kinds = body.chunks.map(({ inner, heightIncluded }) =>
    heightIncluded === header.lite.height ? inner.kind : `old ${inner.kind}`,
  );
  return `${header.version}: ${kinds.join(', ')}`;
}

test('blocks and chunks have the formats of their epochs', () => {
  const { chain, store } = createLocalChain(
    { protocolVersion: 84, epochLength: EPOCH_LENGTH },
    { shards: 2 },
  );
  const { epochs } = chain;
  let version = 84;
  const seen: string[] = [describe(chain.head.block)];
  const written: Block[] = [];
  while (written.length < 3 * EPOCH_LENGTH) {
    const { hash, block } = chain.head;
    const { height, timestamp } = block.header.lite;
    const next = epochs.epoch(epochs.epochIdAfter(hash)).info.protocolVersion;
    const isFirst = next !== version;
    version = next;
    const proposal = {
      height: height + 1,
      timestamp: timestamp + 1_000_000_000n,
      chunks: height === 0 ? [null, null] : [[], isFirst ? null : []],
      latestProtocolVersion: 85,
    };
    chain.extend(proposal, authority);
    written.push(chain.head.block);
    const shown = describe(chain.head.block);
    if (shown !== seen.at(-1)) seen.push(shown);
  }
  assert.deepEqual(seen, [
    '5: V4, V4',
    '5: old V4, old V4',
    '5: V4, V4',
    '6: V5, old V4',
    '6: V5, V5',
  ]);
  const stored = new StoredChain(store);
  for (const block of written) {
    const { height } = block.header.lite;
    const read = stored.block(stored.hashAt(height)!)!;
    assert.deepEqual(encode(Block, read), encode(Block, block), `block ${height}`);
  }
});
