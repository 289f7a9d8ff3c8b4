// A replay must notice everything. One thing of a recording is changed at a time, and the report
// must name its height, shard and field, and say what was expected and what was found.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/base/exactJson.ts';
import type { PlacedDifference } from '../../src/node/replay/compareBlock.ts';
import { replayRecording } from '../../src/node/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memoryStore.ts';
import { EditedRecording, type RecordingEdit } from '../support/recordings.ts';

/** Blocks of `stakes`: node0 on shard 1 pays node3 on shard 0, and gets a refund. */
const PAID = 33;
const RECEIVED = 34;
const REFUNDED = 35;
const TRANSFER = 'EzvyP1DqB7F71YCT9Kh5EqgLmmGBa89FwWKuga5PEagf';

async function findDifference(edit: RecordingEdit): Promise<PlacedDifference | null> {
  const recording = new EditedRecording('stakes', edit);
  const store = new MemoryStore();
  return (await replayRecording({ recording, store, until: REFUNDED })).difference;
}

const ZERO_SIGNATURE = `ed25519:${'1'.repeat(64)}`;

type Path = readonly (string | number)[];

/** The same JSON with another value at a path, which must exist. */
function replaceAt(json: JsonValue, [key, ...rest]: Path, value: JsonValue): JsonValue {
  if (key === undefined) return value;
  const old = (json as { [key: string]: JsonValue })[key];
  assert.ok(old !== undefined, `there is ${key}`);
  const copy: JsonValue = Array.isArray(json) ? [...json] : { ...(json as JsonObject) };
  (copy as { [key: string]: JsonValue })[key] = replaceAt(old, rest, value);
  return copy;
}

function changeBlock(height: number, path: Path, value: JsonValue): RecordingEdit {
  return {
    block: (block) =>
      block.height === height
        ? { ...block, block: replaceAt(block.block, path, value) as JsonObject }
        : block,
  };
}

function changeChunk(height: number, shardId: number, path: Path, value: JsonValue): RecordingEdit {
  const isMeant = (chunk: JsonObject) => (chunk.header as JsonObject).shard_id === shardId;
  return {
    block: (block) => {
      if (block.height !== height) return block;
      assert.ok(block.chunks.some(isMeant));
      const chunks = block.chunks.map((chunk) =>
        isMeant(chunk) ? (replaceAt(chunk, path, value) as JsonObject) : chunk,
      );
      return { ...block, chunks };
    },
  };
}

function changeAnswer(path: Path, value: JsonValue): RecordingEdit {
  return {
    transaction: (transaction) =>
      transaction.hash === TRANSFER
        ? { ...transaction, results: replaceAt([...transaction.results], path, value) as [] }
        : transaction,
  };
}

interface Case {
  readonly name: string;
  readonly edit: RecordingEdit;
  readonly height: number;
  readonly shardId: number | null;
  readonly field: string;
  /** As they stand in the report; left out where the value is nobody's choice. */
  readonly expected?: string;
  readonly found?: string;
}

const transferReceipt = ['receipts', 0, 'receipt', 'Action', 'actions', 0, 'Transfer', 'deposit'];

const CASES: readonly Case[] = [
  {
    name: 'the shown time of a block',
    edit: changeBlock(5, ['header', 'timestamp_nanosec'], '1'),
    height: 5,
    shardId: null,
    field: 'block.header.timestamp_nanosec',
    expected: '"1"',
  },
  {
    name: 'the time of a block, which its hash covers',
    edit: changeBlock(5, ['header', 'timestamp'], 1_763_200_000_000_000_001n),
    height: 5,
    shardId: null,
    field: 'block.header.hash',
  },
  {
    name: 'the signature of a block',
    edit: changeBlock(6, ['header', 'signature'], ZERO_SIGNATURE),
    height: 6,
    shardId: null,
    field: 'block.header.signature',
    expected: `"${ZERO_SIGNATURE}"`,
  },
  {
    name: 'a field too many',
    edit: { block: (block) => ({ ...block, block: { ...block.block, size: 1 } }) },
    height: 0,
    shardId: null,
    field: 'block.size',
    expected: '1',
    found: 'nothing',
  },
  {
    name: 'the state root of genesis',
    edit: changeBlock(0, ['header', 'prev_state_root'], '11111111111111111111111111111111'),
    height: 0,
    shardId: null,
    field: 'block.header.prev_state_root',
    expected: '"11111111111111111111111111111111"',
  },
  {
    name: 'the gas of a chunk',
    edit: changeChunk(RECEIVED, 1, ['header', 'gas_used'], 223_182_562_501),
    height: RECEIVED,
    shardId: 1,
    field: 'chunk.header.gas_used',
    expected: '223182562501',
    found: '223182562500',
  },
  {
    name: 'the deposit of a receipt',
    edit: changeChunk(RECEIVED, 1, transferReceipt, '1000000000000000000000001'),
    height: RECEIVED,
    shardId: 1,
    field: 'chunk.receipts[0].receipt.Action.actions[0].Transfer.deposit',
    expected: '"1000000000000000000000001"',
    found: '"1000000000000000000000000"',
  },
  {
    name: 'the deposit of a refund, from the other shard',
    edit: changeChunk(REFUNDED, 0, transferReceipt, '0'),
    height: REFUNDED,
    shardId: 0,
    field: 'chunk.receipts[0].receipt.Action.actions[0].Transfer.deposit',
    expected: '"0"',
    found: '"200864306250000000000"',
  },
  {
    name: "the gas of a transaction's outcome",
    edit: changeAnswer([0, 'transaction_outcome', 'outcome', 'gas_burnt'], 1),
    height: PAID,
    shardId: 1,
    field: `outcome ${TRANSFER}.outcome.gas_burnt`,
    expected: '1',
    found: '223182562500',
  },
  {
    name: "the result of a receipt's outcome",
    edit: changeAnswer([0, 'receipts_outcome', 0, 'outcome', 'status'], { SuccessValue: 'MQ==' }),
    height: RECEIVED,
    shardId: 0,
    field: 'outcome 4wCdbmCUqUw1gT1fSo4cWNmrFzFgYT2VqE89kUmQXFPe.outcome.status.SuccessValue',
    expected: '"MQ=="',
    found: '""',
  },
];

describe('a changed recording is noticed', () => {
  it('but for no change there is no difference', async () => {
    assert.equal(await findDifference({}), null);
  });

  for (const { name, edit, ...place } of CASES) {
    it(name, async () => {
      const difference = await findDifference(edit);
      assert.ok(difference !== null);
      assert.deepEqual({ ...difference, ...place }, difference);
      assert.notEqual(difference.expected, difference.found);
    });
  }

  it('an outcome that never happens', async () => {
    const id = '1'.repeat(32);
    const difference = await findDifference(changeAnswer([0, 'receipts_outcome', 0, 'id'], id));
    assert.ok(difference !== null);
    const { height, shardId, field, expected, found } = difference;
    assert.deepEqual([height, shardId, field, found], [REFUNDED, null, 'outcome', 'nothing']);
    assert.match(expected, new RegExp(`^${id}: \\{"block_hash":`));
  });
});
