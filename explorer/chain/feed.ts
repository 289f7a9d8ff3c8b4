// The live chain: one event stream for the whole page. The newest blocks and transactions are kept,
// within bounds; whoever shows something that a block may change looks at the head.

import { chainHead, connection } from './connection.ts';
import type { BlockEvent, ReceiptEvent, TransactionEvent } from './eventRange.ts';
import { askNode } from './node.ts';
import { Observable } from './observable.ts';
import { beginTrail, extendTrail, type Trail } from './trail.ts';
import type { NodeStatus } from './wire.ts';

/** How many blocks before the head the page begins with. */
const PAST_BLOCKS = 200;
const BLOCKS_MAX = 200;
const TRAILS_MAX = 200;
const RETRY_MS = 1000;

export interface Feed {
  /** The newest first. */
  readonly blocks: readonly BlockEvent[];
  readonly trails: readonly Trail[];
  /** The first height that was looked at. */
  readonly fromHeight: number;
}

export const feed = new Observable<Feed>({ blocks: [], trails: [], fromHeight: 0 });
export const nodeStatus = new Observable<NodeStatus | null>(null);

/** Begins to listen, and never ends: what breaks off is begun again. */
export async function followChain(): Promise<void> {
  try {
    const status = await askNode<NodeStatus>('status', []);
    const known = nodeStatus.value;
    // Another chain at the same address: nothing on the page holds any more.
    if (known !== null && known.genesis_hash !== status.genesis_hash) location.reload();
    nodeStatus.value = status;
    moveHead(status.sync_info.latest_block_height);
    listen(status);
  } catch {
    loseConnection();
    setTimeout(followChain, RETRY_MS);
  }
}

function listen({ sync_info }: NodeStatus): void {
  const earliest = sync_info.earliest_block_height ?? 0;
  const fromHeight = Math.max(earliest, sync_info.latest_block_height - PAST_BLOCKS);
  feed.value = { blocks: [], trails: [], fromHeight };
  const source = new EventSource(`/events?kinds=block,transaction,receipt&from=${fromHeight}`);
  const on = <T>(kind: string, handle: (data: T) => void) =>
    source.addEventListener(kind, ({ data }) => handle(JSON.parse(data) as T));
  on<BlockEvent>('block', addBlock);
  on<TransactionEvent>('transaction', (event) => addTrail(beginTrail(event)));
  on<ReceiptEvent>('receipt', addReceipt);
  on<{ height: number }>('revert', ({ height }) => dropAbove(height));
  source.addEventListener('open', () => {
    const { state, reconnects } = connection.value;
    const isBack = state === 'lost';
    connection.value = { state: 'open', reconnects: isBack ? reconnects + 1 : reconnects };
  });
  source.addEventListener('error', () => {
    loseConnection();
    // The stream is begun anew rather than resumed: the node may have another chain by now.
    source.close();
    setTimeout(followChain, RETRY_MS);
  });
}

function loseConnection(): void {
  connection.value = { ...connection.value, state: 'lost' };
}

function addBlock(block: BlockEvent): void {
  const isBusy = block.chunks.some(({ transactions, receipts }) => transactions + receipts > 0);
  const { height, busyHeight } = chainHead.value ?? { height: 0, busyHeight: 0 };
  // The stream begins with blocks of the past.
  if (block.height >= height) {
    chainHead.value = {
      height: block.height,
      timestampNanosec: block.timestamp_nanosec,
      busyHeight: isBusy ? block.height : busyHeight,
    };
  }
  const blocks = [block, ...feed.value.blocks].slice(0, BLOCKS_MAX);
  feed.value = { ...feed.value, blocks };
}

/** Until the block itself is here, its time is not known. */
function moveHead(height: number): void {
  chainHead.value = { height, timestampNanosec: null, busyHeight: height };
}

function addTrail(trail: Trail): void {
  const trails = [trail, ...feed.value.trails].slice(0, TRAILS_MAX);
  feed.value = { ...feed.value, trails };
}

function addReceipt(event: ReceiptEvent): void {
  const trails = feed.value.trails.map((trail) =>
    trail.transaction.hash === event.transaction_hash ? extendTrail(trail, event) : trail,
  );
  feed.value = { ...feed.value, trails };
}

function dropAbove(height: number): void {
  const { blocks, trails, fromHeight } = feed.value;
  feed.value = {
    blocks: blocks.filter((block) => block.height <= height),
    trails: trails.filter(({ blockHeight }) => blockHeight <= height),
    fromHeight,
  };
  moveHead(height);
  // What a page shows may be gone, although the height is one that was there before.
  connection.value = { ...connection.value, reconnects: connection.value.reconnects + 1 };
}
