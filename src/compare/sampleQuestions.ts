// Requests about some blocks that both nodes have: the block, its chunks, their contents and
// changes, and proofs. All of them name a block or a hash, so that the responses do not depend on
// the moment. Method names are the older ones, which every node supports.

import type { JsonObject, JsonValue } from '../base/json/exactJson.ts';
import { isObject } from './jsonDifferences.ts';
import { formatRequest, type RpcSide } from './rpcSide.ts';

/** For each kind of item that a block can have thousands of. */
const THINGS_MAX = 10;

/** The bodies of requests; blocks are spread over the heights that both nodes have. */
export async function* sampleQuestions(
  left: RpcSide,
  right: RpcSide,
  blocks: number,
): AsyncGenerator<string> {
  const range = await commonRange(left, right);
  const epochs = new Set<string>();
  for (const height of spread(range.first, range.last, blocks)) {
    yield formatRequest('block', { block_id: height });
    const block = await left.ask('block', { block_id: height });
    if (block === null) continue;
    yield* aboutBlock(left, block, range.head);
    const epochId = text(part(block, 'header').epoch_id);
    if (epochs.has(epochId)) continue;
    epochs.add(epochId);
    yield formatRequest('EXPERIMENTAL_protocol_config', { block_id: height });
    if (epochId !== range.epochId) yield formatRequest('validators', { epoch_id: epochId });
  }
}

interface Range {
  readonly first: number;
  readonly last: number;
  /** The hash of the last block, which proofs refer to. */
  readonly head: string;
  /** The epoch of the last block, which is not over. */
  readonly epochId: string;
}

async function commonRange(left: RpcSide, right: RpcSide): Promise<Range> {
  const firsts = await Promise.all([left, right].map(firstHeight));
  const lasts = await Promise.all([left, right].map(finalHeight));
  const last = Math.min(...lasts);
  const block = await left.ask('block', { block_id: last });
  const header = block === null ? {} : part(block, 'header');
  const first = Math.min(Math.max(...firsts), last);
  return { first, last, head: text(header.hash), epochId: text(header.epoch_id) };
}

async function firstHeight(side: RpcSide): Promise<number> {
  const status = await side.ask('status', []);
  return status === null ? 0 : number(part(status, 'sync_info').earliest_block_height);
}

async function finalHeight(side: RpcSide): Promise<number> {
  const block = await side.ask('block', { finality: 'final' });
  return block === null ? 0 : number(part(block, 'header').height);
}

/** Heights from the first to the last, as evenly as whole numbers allow. */
export function spread(first: number, last: number, count: number): number[] {
  const steps = Math.max(1, count - 1);
  const heights = Array.from({ length: count }, (_, i) =>
    Math.round(last - ((last - first) * i) / steps),
  );
  return [...new Set(heights)];
}

async function* aboutBlock(left: RpcSide, block: JsonObject, head: string): AsyncGenerator<string> {
  const header = part(block, 'header');
  const hash = text(header.hash);
  yield formatRequest('block', { block_id: hash });
  yield formatRequest('gas_price', [hash]);
  yield formatRequest('EXPERIMENTAL_light_client_block_proof', {
    block_hash: hash,
    light_client_head: head,
  });
  yield* aboutChanges(left, hash);
  for (const chunk of list(block.chunks)) {
    if (chunk.height_included === header.height) yield* aboutChunk(left, chunk, head);
  }
}

async function* aboutChanges(left: RpcSide, hash: string): AsyncGenerator<string> {
  const reference = { block_id: hash };
  yield formatRequest('EXPERIMENTAL_changes_in_block', reference);
  const changes = await left.ask('EXPERIMENTAL_changes_in_block', reference);
  const touched = changes === null ? [] : list(changes.changes).map((one) => text(one.account_id));
  const account_ids = [...new Set(touched)].slice(0, THINGS_MAX);
  if (account_ids.length === 0) return;
  for (const changes_type of [
    'account_changes',
    'all_access_key_changes',
    'contract_code_changes',
    'data_changes',
  ]) {
    const prefix = changes_type === 'data_changes' ? { key_prefix_base64: '' } : {};
    const params = { ...reference, changes_type, account_ids, ...prefix };
    yield formatRequest('EXPERIMENTAL_changes', params);
  }
  for (const account_id of account_ids) {
    for (const request_type of ['view_account', 'view_access_key_list']) {
      yield formatRequest('query', { request_type, ...reference, account_id });
    }
  }
}

async function* aboutChunk(
  left: RpcSide,
  header: JsonObject,
  head: string,
): AsyncGenerator<string> {
  const reference = { chunk_id: text(header.chunk_hash) };
  yield formatRequest('chunk', reference);
  yield formatRequest('EXPERIMENTAL_congestion_level', reference);
  const chunk = await left.ask('chunk', reference);
  if (chunk === null) return;
  for (const transaction of list(chunk.transactions).slice(0, THINGS_MAX)) {
    const [tx_hash, sender_id] = [text(transaction.hash), text(transaction.signer_id)];
    const sent = { tx_hash, sender_account_id: sender_id, wait_until: 'NONE' };
    yield formatRequest('EXPERIMENTAL_tx_status', sent);
    yield formatRequest('EXPERIMENTAL_light_client_proof', {
      type: 'transaction',
      transaction_hash: tx_hash,
      sender_id,
      light_client_head: head,
    });
  }
  for (const receipt of list(chunk.receipts).slice(0, THINGS_MAX)) {
    const [receipt_id, receiver_id] = [text(receipt.receipt_id), text(receipt.receiver_id)];
    yield formatRequest('EXPERIMENTAL_receipt', { receipt_id });
    yield formatRequest('EXPERIMENTAL_light_client_proof', {
      type: 'receipt',
      receipt_id,
      receiver_id,
      light_client_head: head,
    });
  }
}

// Whatever a node answers, the readers give values of their types.

function part(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isObject(found) ? found : {};
}

function list(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function number(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
