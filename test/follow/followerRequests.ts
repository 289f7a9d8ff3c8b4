// Every request to a follower about some blocks: all methods that read the chain, the blocks for
// indexers, and the events.

import { bytesToBase64, bytesToUtf8 } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { formatPublicKey, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { BlockMessage } from '../../src/follow/messages/blockMessage.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { PendingWaits } from '../../src/rpc/core/pendingWaits.ts';
import { UNVERIFIED_HEADER } from '../../src/rpc/core/unverifiedKind.ts';
import { parseEventQuery } from '../../src/rpc/events/eventQuery.ts';
import { EventReader } from '../../src/rpc/events/eventReader.ts';
import { NeardataRoutes } from '../../src/rpc/neardata/neardataRoutes.ts';
import { ALICE, BOB, CAROL, keyOf } from '../chain/localChain.ts';
import { ask, request } from '../rpc/support/ask.ts';
import { hostCalls } from '../support/recordedContracts.ts';
import { GONE, HOST } from './busyChain.ts';

export interface MarkedAnswer {
  readonly body: string;
  /** Whether it is marked as containing something unverified. */
  readonly isMarked: boolean;
}

const READING = bytesToBase64(
  hostCalls(['storage_read', 'key', 0], ['value_return', 2n ** 64n - 1n, 0]),
);
const ACCOUNTS = [ALICE, BOB, CAROL, HOST, GONE];

type Question = readonly [method: string, params: unknown];

function* listQuestions({ block, shards }: BlockMessage): Generator<Question> {
  const at = { block_id: formatHash(block.header.hash) };
  yield ['block', at];
  yield ['EXPERIMENTAL_indexer_block', { block_hash: at.block_id }];
  yield ['gas_price', [at.block_id]];
  yield ['EXPERIMENTAL_changes_in_block', at];
  yield ['EXPERIMENTAL_congestion_level', { ...at, shard_id: 0 }];
  for (const { shardId } of shards) yield ['chunk', { ...at, shard_id: shardId }];
  for (const changes_type of [
    'account_changes',
    'all_access_key_changes',
    'contract_code_changes',
    'data_changes',
  ]) {
    const params = { ...at, changes_type, account_ids: ACCOUNTS, key_prefix_base64: '' };
    yield ['EXPERIMENTAL_changes', params];
  }
  for (const account_id of ACCOUNTS) {
    for (const request_type of ['view_account', 'view_access_key_list', 'view_code']) {
      yield ['query', { ...at, request_type, account_id }];
    }
    yield ['query', { ...at, request_type: 'view_state', account_id, prefix_base64: '' }];
    yield ['perigee_account_history', { account_id }];
    yield ['perigee_sub_accounts', { account_id }];
    yield ['perigee_find_hashes', { prefix: '2' }];
    yield ['perigee_key_accounts', { public_key: formatPublicKey(secretToPublic(keyOf(ALICE))) }];
  }
  const call = { account_id: HOST, method_name: 'run', args_base64: READING };
  yield ['query', { ...at, request_type: 'call_function', ...call }];
  yield* listAboutContent({ block, shards });
}

function* listAboutContent({ block, shards }: BlockMessage): Generator<Question> {
  const light_client_head = formatHash(block.header.hash);
  for (const { chunk, receiptExecutionOutcomes } of shards) {
    for (const { transaction } of chunk?.transactions ?? []) {
      const { signerId } = transaction;
      const tx_hash = formatHash(transaction.hash);
      yield ['tx', { tx_hash, sender_account_id: signerId, wait_until: 'NONE' }];
      yield [
        'EXPERIMENTAL_tx_status',
        { tx_hash, sender_account_id: signerId, wait_until: 'NONE' },
      ];
      yield ['perigee_transaction_gas', { tx_hash }];
      const proof = { type: 'transaction', transaction_hash: tx_hash, sender_id: signerId };
      yield ['light_client_proof', { ...proof, light_client_head }];
    }
    const executed = receiptExecutionOutcomes.map(({ receipt }) => receipt);
    for (const { receiptId } of [...(chunk?.receipts ?? []), ...executed]) {
      const receipt_id = formatHash(receiptId);
      yield ['EXPERIMENTAL_receipt', { receipt_id }];
      yield ['EXPERIMENTAL_receipt_to_tx', { receipt_id }];
    }
  }
}

/** By request. */
export async function askEverything(
  context: RpcContext,
  messages: readonly BlockMessage[],
): Promise<ReadonlyMap<string, MarkedAnswer>> {
  const answers = new Map<string, MarkedAnswer>();
  const neardata = new NeardataRoutes(context, new PendingWaits(context));
  for (const message of messages) {
    for (const [method, params] of listQuestions(message)) {
      const body = request(method, params);
      const answer = await ask(context, '/', body);
      answers.set(body, { body: answer.body, isMarked: isMarked(answer) });
    }
    for (const part of ['', '/headers', '/shard/1', '/chunk/1']) {
      const path = `/v0/block_opt/${message.block.header.height}${part}`;
      const answer = await neardata.answer(path, '');
      const body = bytesToUtf8(answer?.body ?? new Uint8Array());
      answers.set(path, { body, isMarked: isMarked(answer ?? {}) });
    }
    for (const [name, json] of listEvents(context, message.block.header.height)) {
      answers.set(name, { body: json, isMarked: json.includes('"unverified":[') });
    }
  }
  return answers;
}

function isMarked({ headers = [] }: { readonly headers?: readonly (readonly [string, string])[] }) {
  return headers.some(([name, value]) => name === UNVERIFIED_HEADER && value !== '');
}

function* listEvents(context: RpcContext, height: number): Generator<[string, string]> {
  const { filter } = parseEventQuery(new URLSearchParams(), null);
  for (const step of new EventReader(context).read({ height, index: 0 }, filter)) {
    if (step === 'caught up' || step.place.height > height) return;
    if (step.content !== null) yield [`event ${height}.${step.place.index}`, step.content.json];
  }
}
