// The live chain: one event stream for the whole page. The newest blocks and transactions are kept
// within bounds; a page whose contents may change with a block watches the head.

import { openTagged } from '../format/actions.ts';
import { isEmptyBlock } from './blockSums.ts';
import { chainHead, connection } from './connection.ts';
import type { ChainEvent } from './eventRange.ts';
import { lookBack } from './lookBack.ts';
import { askNode } from './node.ts';
import { Observable } from './observable.ts';
import { beginTrail, extendTrail, type Trail } from './trail.ts';
import type { BlockEvent, NodeStatus, ReceiptEvent, TransactionEvent } from './wire.ts';

/** How many blocks before the head the page starts with, if they are not too large. */
const PAST_BLOCKS = 200;
const PAST_EVENTS = 400;
/** A busy chain needs no more of them. What is asked about a block has a size that is known. */
const FIRST_BLOCKS = 40;
const BLOCKS_MAX = 200;
const TRAILS_MAX = 200;
const RETRY_MS = 1000;
/** Events arrive faster than people read; the page updates at this pace. */
const SHOW_MS = 50;
/** The first view is shown once, when the past is complete, unless that takes longer. */
const FIRST_SHOW_MS = 100;

export interface Feed {
  /** Newest first. */
  readonly blocks: readonly BlockEvent[];
  readonly trails: readonly Trail[];
  /** Blocks in which a receipt failed. */
  readonly failedHeights: ReadonlySet<number>;
  /** The lowest height that was read. */
  readonly fromHeight: number;
}

export const feed = new Observable<Feed>({
  blocks: [],
  trails: [],
  failedHeights: new Set(),
  fromHeight: 0,
});
export const nodeStatus = new Observable<NodeStatus | null>(null);

/** Received events, oldest first; `feed` is updated a moment later. */
const heard = {
  blocks: new Map<number, BlockEvent>(),
  trails: new Map<string, Trail>(),
  failedHeights: new Map<number, true>(),
  fromHeight: 0,
};

/** Listens forever: reconnects when the stream breaks. */
export async function followChain(): Promise<void> {
  try {
    const status = await askNode('status');
    const known = nodeStatus.value;
    // Another chain at the same URL: everything on the page is outdated.
    if (known !== null && known.genesis_hash !== status.genesis_hash) location.reload();
    nodeStatus.value = status;
    epochId = status.sync_info.epoch_id ?? '';
    const height = status.sync_info.latest_block_height;
    moveHead(height);
    listen(await findStart(height));
  } catch {
    loseConnection();
    setTimeout(followChain, RETRY_MS);
  }
}

/** The blocks before the head that are not too large, and one with transactions. */
async function findStart(height: number): Promise<number> {
  const count = (blocks: readonly BlockEvent[]) =>
    blocks.reduce((sum, block) => sum + countEvents(block), 0);
  const { from, events } = await lookBack({
    to: height,
    blocksMax: PAST_BLOCKS,
    blocksMin: PAST_BLOCKS / 2,
    firstStretch: FIRST_BLOCKS,
    kinds: ['block'],
    isEnough: (found) => {
      const blocks = listBlocks(found);
      return count(blocks) >= PAST_EVENTS && blocks.some(hasTransactions);
    },
  });
  const blocks = listBlocks(events);
  const light = blocks.findIndex((_, at) => count(blocks.slice(at)) < PAST_EVENTS);
  const busy = blocks.map(hasTransactions).lastIndexOf(true);
  const starts = [light, busy].filter((at) => at !== -1);
  return blocks[Math.min(...starts)]?.height ?? from;
}

function listBlocks(events: readonly ChainEvent[]): BlockEvent[] {
  return events.flatMap((event) => (event.kind === 'block' ? [event.data] : []));
}

function hasTransactions({ chunks }: BlockEvent): boolean {
  return chunks.some(({ transactions }) => transactions > 0);
}

function countEvents({ chunks }: BlockEvent): number {
  return chunks.reduce((sum, { transactions, receipts }) => sum + transactions + receipts, 0);
}

function listen(fromHeight: number): void {
  heard.blocks.clear();
  heard.trails.clear();
  heard.failedHeights.clear();
  heard.fromHeight = fromHeight;
  const headHeight = chainHead.value?.height ?? 0;
  const source = new EventSource(`/events?kinds=block,transaction,receipt&from=${fromHeight}`);
  const on = <T>(kind: string, handle: (data: T) => void) =>
    source.addEventListener(kind, ({ data }) => {
      handle(JSON.parse(data) as T);
      showSoon();
    });
  on<BlockEvent>('block', (event) => {
    addBlock(event);
    // The past ends here, and with it what a first view needs.
    if (event.height >= headHeight) showWithin(isEmptyBlock(event) ? 0 : SHOW_MS);
  });
  on<TransactionEvent>('transaction', (event) =>
    remember(heard.trails, event.transaction.hash, beginTrail(event), TRAILS_MAX),
  );
  on<ReceiptEvent>('receipt', addReceipt);
  on<{ height: number }>('revert', ({ height }) => dropAbove(height));
  source.addEventListener('open', () => {
    const { state, reconnects } = connection.value;
    const isBack = state === 'lost';
    connection.value = { state: 'open', reconnects: isBack ? reconnects + 1 : reconnects };
    showSoon();
  });
  source.addEventListener('error', () => {
    loseConnection();
    // The stream restarts rather than resumes: the node may have another chain by now.
    source.close();
    setTimeout(followChain, RETRY_MS);
  });
}

function loseConnection(): void {
  connection.value = { ...connection.value, state: 'lost' };
}

function showSoon(): void {
  showWithin(feed.value.blocks.length === 0 ? FIRST_SHOW_MS : SHOW_MS);
}

let showTimer: ReturnType<typeof setTimeout> | undefined;
let showDueMs = Number.POSITIVE_INFINITY;

function showWithin(ms: number): void {
  const dueMs = performance.now() + ms;
  if (showDueMs <= dueMs) return;
  clearTimeout(showTimer);
  showDueMs = dueMs;
  showTimer = setTimeout(show, ms);
}

function show(): void {
  showDueMs = Number.POSITIVE_INFINITY;
  feed.value = {
    blocks: [...heard.blocks.values()].reverse(),
    trails: [...heard.trails.values()].reverse(),
    failedHeights: new Set(heard.failedHeights.keys()),
    fromHeight: heard.fromHeight,
  };
}

/** Keeps the newest entries. */
function remember<K, V>(map: Map<K, V>, key: K, value: V, countMax: number): void {
  map.set(key, value);
  if (map.size <= countMax) return;
  const [oldest] = map.keys();
  map.delete(oldest as K);
}

function addBlock(block: BlockEvent): void {
  remember(heard.blocks, block.height, block, BLOCKS_MAX);
  const { height, busyHeight } = chainHead.value ?? { height: 0, busyHeight: 0 };
  // The stream starts with past blocks.
  if (block.height < height) return;
  chainHead.value = {
    height: block.height,
    timestampNanosec: block.timestamp_nanosec,
    busyHeight: isEmptyBlock(block) ? busyHeight : block.height,
  };
  if (block.epoch_id !== epochId) void refreshStatus(block.epoch_id);
}

/** The epoch that `nodeStatus` is of; the protocol version changes only with it. */
let epochId = '';

async function refreshStatus(newEpochId: string): Promise<void> {
  epochId = newEpochId;
  nodeStatus.value = await askNode('status').catch(() => nodeStatus.value);
}

/** The time is unknown until the block itself arrives. */
function moveHead(height: number): void {
  chainHead.value = { height, timestampNanosec: null, busyHeight: height };
}

function addReceipt(event: ReceiptEvent): void {
  const { transaction_hash: hash, outcome, block_height } = event;
  if (openTagged(outcome.status).kind === 'Failure') {
    remember(heard.failedHeights, block_height, true, BLOCKS_MAX);
  }
  const trail = hash === null ? undefined : heard.trails.get(hash);
  if (hash !== null && trail !== undefined) heard.trails.set(hash, extendTrail(trail, event));
}

function dropAbove(height: number): void {
  for (const block of heard.blocks.keys()) if (block > height) heard.blocks.delete(block);
  for (const failed of heard.failedHeights.keys()) {
    if (failed > height) heard.failedHeights.delete(failed);
  }
  for (const [hash, trail] of heard.trails) {
    if (trail.blockHeight > height) heard.trails.delete(hash);
  }
  moveHead(height);
  // What a page shows may have been reverted, although the height was seen before.
  connection.value = { ...connection.value, reconnects: connection.value.reconnects + 1 };
}
