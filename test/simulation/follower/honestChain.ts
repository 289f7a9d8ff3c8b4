// The chain that simulated followers follow, built once per process: its messages as a source sends
// them, and what a follower commits for each block of an honest source.

import type { BlockMessage } from '../../../src/follow/messages/blockMessage.ts';
import { BlockMessage as BlockMessageCodec } from '../../../src/follow/messages/blockMessage.ts';
import type { Batch } from '../../../src/store/store.ts';
import type { Genesis } from '../../../src/types/genesis.ts';
import { createBusyChain } from '../../follow/busyChain.ts';
import { createFollower, listMessages } from '../../follow/followedChain.ts';
import { RecordingStore } from '../recordingStore.ts';

interface HonestBlock {
  readonly height: number;
  readonly message: BlockMessage;
  readonly text: string;
}

export interface HonestChain {
  readonly genesis: Genesis;
  readonly blocks: readonly HonestBlock[];
  /** The commits of a follower: its start, then one per block. */
  readonly batches: readonly Batch[];
}

let chain: Promise<HonestChain> | null = null;

export function honestChain(): Promise<HonestChain> {
  chain ??= createHonestChain();
  return chain;
}

async function createHonestChain(): Promise<HonestChain> {
  const local = createBusyChain();
  const messages = [...listMessages(local.chain)];
  const store = new RecordingStore();
  const follower = createFollower(local.genesis, store);
  for (const message of messages) await follower.take(message);
  const blocks = messages.map((message) => ({
    height: message.block.header.height,
    message,
    text: BlockMessageCodec.json(message),
  }));
  return { genesis: local.genesis, blocks, batches: store.batches };
}
