// The message of a stored block equals what the reference node returned about that block. Recorded
// chains are applied again; block, chunks, outcomes and changes are compared with the recorded
// responses, and the rest is checked by its meaning: every receipt that is executed was announced
// before, in one of the three lists of a chunk.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  formatJsonValue,
  type JsonObject,
  type JsonValue,
} from '../../../src/base/json/exactJson.ts';
import { parseJson } from '../../../src/base/json/plainJson.ts';
import type { Chain } from '../../../src/chain/chain.ts';
import { ReceiptOrigins } from '../../../src/chain/stored/receiptOrigins.ts';
import { BlockMessage, parseBlockMessage } from '../../../src/follow/messages/blockMessage.ts';
import { buildBlockMessage } from '../../../src/follow/messages/buildMessage.ts';
import { type RecordedBlock, Recording } from '../../../src/replay/recording.ts';
import { type RecordingName, recordingFolder } from '../../support/recordings.ts';
import { openReplayedChain } from '../../support/replayedChain.ts';

/** `instant`: the number of yielded promise receipts. */
const CHAINS: readonly { name: RecordingName; until: number; instant: number }[] = [
  { name: 'crowd', until: 60, instant: 0 },
  { name: 'extras', until: 200, instant: 2 },
  { name: 'stakes', until: 120, instant: 0 },
];

interface Shown {
  readonly recorded: RecordedBlock;
  readonly message: JsonObject;
}

for (const { name, until, instant } of CHAINS) {
  describe(`messages of the recorded chain ${name}`, () => {
    let shown: Shown[] = [];
    let outcomes = new Map<string, JsonValue>();

    before(async () => {
      const { chain } = await openReplayedChain(name, until);
      const recording = new Recording(recordingFolder(name));
      shown = [];
      for await (const recorded of recording.blocks()) {
        if (recorded.height <= until)
          shown.push({ recorded, message: readMessage(chain, recorded) });
      }
      outcomes = await recordedOutcomes(recording);
    });

    test('blocks are as recorded', () => {
      for (const { recorded, message } of shown) assert.deepEqual(message.block, recorded.block);
    });

    test('chunks are as recorded, and null where the block has no new one', () => {
      for (const { recorded, message } of shown) {
        const where = `height ${recorded.height}`;
        const chunks = shards(message).flatMap(({ chunk }) => (chunk === null ? [] : [chunk]));
        assert.deepEqual(chunks.map(plainChunk), recorded.chunks.map(withoutHeight), where);
        const mask = (recorded.block.header as JsonObject).chunk_mask as boolean[];
        assert.deepEqual(
          shards(message).map(({ chunk }) => chunk !== null),
          mask,
          where,
        );
      }
    });

    test('outcomes are as recorded, and nothing recorded is missing', () => {
      const found = new Map<string, JsonValue>();
      for (const { message } of shown) {
        for (const outcome of allOutcomes(message)) found.set(outcome.id as string, outcome);
      }
      const hashes = new Set(
        shown.map(({ recorded }) => (recorded.block.header as JsonObject).hash),
      );
      let compared = 0;
      for (const [id, outcome] of outcomes) {
        if (!hashes.has((outcome as JsonObject).block_hash as string)) continue;
        assert.deepEqual(found.get(id), outcome, id);
        compared++;
      }
      assert.ok(compared > 5, `${compared} outcomes`);
    });

    test('changes are as recorded', () => {
      for (const { recorded, message } of shown) {
        const found = shards(message).flatMap(({ state_changes }) => state_changes as JsonValue[]);
        const expected = recorded.changes.flatMap(({ changes }) => changes as JsonValue[]);
        const where = `height ${recorded.height}`;
        assert.deepEqual(
          found.map(formatJsonValue).sort(),
          expected.map(formatJsonValue).sort(),
          where,
        );
      }
    });

    test('every executed receipt was announced unchanged', () => {
      const announced = new Map<string, JsonValue>();
      for (const { message } of shown) {
        for (const receipt of announcedReceipts(message)) {
          announced.set((receipt as JsonObject).receipt_id as string, receipt);
        }
        for (const { receipt } of executed(message)) {
          const id = (receipt as JsonObject).receipt_id as string;
          assert.deepEqual(announced.get(id), receipt, id);
        }
      }
      assert.ok(announced.size > 5, `${announced.size} receipts`);
    });

    test('yielded receipts are instant', () => {
      const found = shown
        .flatMap(({ message }) => shards(message))
        .flatMap(({ chunk }) => (chunk?.instant_receipts ?? []) as JsonObject[])
        .map(({ receipt }) => (receipt as JsonObject).Action as JsonObject);
      assert.equal(found.length, instant);
      for (const action of found) assert.equal(action.is_promise_yield, true);
    });

    test('a receipt names a transaction of the chain', () => {
      const known = new Set<JsonValue>();
      for (const { message } of shown) {
        for (const { transaction } of transactions(message)) {
          known.add((transaction as JsonObject).hash as string);
        }
        for (const { tx_hash } of executed(message)) assert.ok(known.has(tx_hash as string));
      }
    });

    test('a message round-trips through JSON', () => {
      for (const { message } of shown) {
        const text = formatJsonValue(message);
        assert.equal(BlockMessage.json(parseBlockMessage(Buffer.from(text))), text);
      }
    });
  });
}

function readMessage(chain: Chain, { block }: RecordedBlock): JsonObject {
  const { height } = block.header as { height: number };
  const hash = chain.stored.hashAt(height);
  assert.ok(hash !== null, `height ${height}`);
  const origins = new ReceiptOrigins(chain.stored);
  const parts = { chain: chain.stored, epochs: chain.epochs, origins };
  const message = buildBlockMessage(parts, hash);
  assert.ok(message !== null);
  return parseJson(BlockMessage.json(message)) as JsonObject;
}

interface Shard {
  readonly chunk: JsonObject | null;
  readonly receipt_execution_outcomes: readonly JsonObject[];
  readonly state_changes: readonly JsonValue[];
}

function shards(message: JsonObject): readonly Shard[] {
  return message.shards as unknown as Shard[];
}

function executed(message: JsonObject): readonly JsonObject[] {
  return shards(message).flatMap((shard) => shard.receipt_execution_outcomes);
}

function transactions(message: JsonObject): readonly JsonObject[] {
  return shards(message).flatMap(({ chunk }) => (chunk?.transactions ?? []) as JsonObject[]);
}

function allOutcomes(message: JsonObject): readonly JsonObject[] {
  const ofTransactions = transactions(message).map(({ outcome }) => outcome as JsonObject);
  return [...ofTransactions, ...executed(message)].map(
    ({ execution_outcome }) => execution_outcome as JsonObject,
  );
}

function announcedReceipts(message: JsonObject): readonly JsonValue[] {
  const lists = ['receipts', 'local_receipts', 'instant_receipts'];
  return shards(message).flatMap(({ chunk }) =>
    lists.flatMap((list) => (chunk?.[list] ?? []) as JsonValue[]),
  );
}

/** A chunk of a message as the method `chunk` returns it. */
function plainChunk(chunk: JsonObject): JsonObject {
  const { author, header, receipts, transactions: executedHere } = chunk;
  const plain = (executedHere as JsonObject[]).map(({ transaction }) => transaction as JsonValue);
  return withoutHeight({
    author: author as JsonValue,
    header: header as JsonValue,
    receipts: receipts as JsonValue,
    transactions: plain,
  });
}

/** What a node returns there depends on how it received the chunk. */
function withoutHeight(chunk: JsonObject): JsonObject {
  const { height_included: _, ...header } = chunk.header as JsonObject;
  return { ...chunk, header };
}

async function recordedOutcomes(recording: Recording): Promise<Map<string, JsonValue>> {
  const outcomes = new Map<string, JsonValue>();
  for await (const { results } of recording.transactions()) {
    for (const { transaction_outcome, receipts_outcome } of results) {
      if (transaction_outcome === undefined) continue;
      for (const outcome of [transaction_outcome, ...(receipts_outcome as JsonValue[])]) {
        outcomes.set((outcome as JsonObject).id as string, outcome);
      }
    }
  }
  return outcomes;
}
