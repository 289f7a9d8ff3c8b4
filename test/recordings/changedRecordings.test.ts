// A replay must detect every difference. One thing in a recording is changed at a time, and the
// report must name its height, shard and field, with the expected and the actual value.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/base/json/exactJson.ts';
import type { PlacedDifference } from '../../src/replay/compareBlock.ts';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { EditedRecording, type RecordingEdit } from '../support/recordings.ts';

/** Blocks of `stakes`: node0 on shard 1 pays node3 on shard 0, and gets a refund. */
const PAID = 33;
const RECEIVED = 34;
const REFUNDED = 35;
/** The first epoch is over. */
const END_OF_EPOCH = 42;
const TRANSFER = 'EzvyP1DqB7F71YCT9Kh5EqgLmmGBa89FwWKuga5PEagf';

async function findDifference(
  edit: RecordingEdit,
  until = REFUNDED,
): Promise<PlacedDifference | null> {
  const recording = new EditedRecording('stakes', edit);
  return (await replayRecording({ recording, store: new MemoryStore(), until })).difference;
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

/** `kind` is the position of a response in `changes`: accounts first, then keys. */
function changeChanges(height: number, kind: number, path: Path, value: JsonValue): RecordingEdit {
  return {
    block: (block) =>
      block.height === height
        ? { ...block, changes: replaceAt([...block.changes], [kind, ...path], value) as [] }
        : block,
  };
}

function changeTouched(height: number, path: Path, value: JsonValue): RecordingEdit {
  return {
    block: (block) => {
      if (block.height !== height) return block;
      const changesInBlock = replaceAt(block.changesInBlock, path, value) as JsonObject;
      return { ...block, changesInBlock };
    },
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
  /** As in the report; left out where the value is not known in advance. */
  readonly expected?: string;
  readonly found?: string;
}

const transferReceipt = ['receipts', 0, 'receipt', 'Action', 'actions', 0, 'Transfer', 'deposit'];

const CASES: readonly Case[] = [
  {
    name: 'the formatted time of a block',
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
    name: 'an extra field',
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
  {
    name: 'the balance that a transaction left',
    edit: changeChanges(PAID, 0, ['changes', 0, 'change', 'amount'], '5'),
    height: PAID,
    shardId: null,
    field: 'changes[1].change.amount',
    expected: '"5"',
  },
  {
    name: 'the cause of a change',
    edit: changeChanges(PAID, 1, ['changes', 0, 'cause', 'tx_hash'], '1'.repeat(32)),
    height: PAID,
    shardId: null,
    field: 'changes[0].cause.tx_hash',
    expected: `"${'1'.repeat(32)}"`,
    found: `"${TRANSFER}"`,
  },
  {
    name: 'a touched account',
    edit: changeTouched(PAID, ['changes', 0, 'account_id'], 'node1'),
    height: PAID,
    shardId: null,
    field: 'changes_in_block[0].account_id',
    expected: '"node1"',
    found: '"node0"',
  },
];

describe('a changed recording is detected', () => {
  it('without a change there is no difference', async () => {
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

  it('the work of a validator in an epoch', async () => {
    const path = ['current_validators', 0, 'num_produced_blocks'];
    const epochId = '1'.repeat(32);
    const edit: RecordingEdit = {
      epoch: (epoch) =>
        epoch.epochId === epochId
          ? { ...epoch, validators: replaceAt(epoch.validators, path, 99) as JsonObject }
          : epoch,
    };
    assert.equal(await findDifference(edit), null, 'an epoch that has not ended is not compared');
    const difference = await findDifference(edit, END_OF_EPOCH);
    assert.ok(difference !== null);
    assert.equal(difference.height, END_OF_EPOCH);
    assert.equal(
      difference.field,
      `validators of epoch ${epochId}.${path.join('.')}`.replace('.0.', '[0].'),
    );
    assert.equal(difference.expected, '99');
  });

  it('an outcome that never happens', async () => {
    const id = '1'.repeat(32);
    const difference = await findDifference(changeAnswer([0, 'receipts_outcome', 0, 'id'], id));
    assert.ok(difference !== null);
    const { height, shardId, field, expected, found } = difference;
    assert.deepEqual([height, shardId, field, found], [REFUNDED, null, 'outcome', 'nothing']);
    assert.match(expected, new RegExp(`^${id}: \\{"block_hash":`));
  });
});
