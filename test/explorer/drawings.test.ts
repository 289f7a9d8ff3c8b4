// Where things are drawn: the tape of blocks, the diagram of receipts, and the flame graph.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FlameNode, layoutFlame } from '../../explorer/chain/flame.ts';
import { FLOW_NODES_MAX, layoutFlow } from '../../explorer/chain/flow.ts';
import type { ReceiptNode, TransactionTree } from '../../explorer/chain/receiptTree.ts';
import { layoutTape } from '../../explorer/chain/tape.ts';
import { blockEvent } from './blockEvent.ts';

test('the tape folds runs of empty blocks, and is final as far as its blocks are', () => {
  const gas = [1, 0, 0, 0, 2, 0, 3];
  const blocks = gas
    .map((used, at) => blockEvent({ height: at + 1, transactions: used }))
    .reverse();
  const { items, width, finalX } = layoutTape(blocks);
  assert.deepEqual(
    items.map((item) => (item.kind === 'fold' ? `${item.count} empty` : item.block.height)),
    [1, '3 empty', 5, 6, 7],
  );
  const [, , third] = items;
  assert.equal(third?.x, 24 + 44);
  assert.equal(width, 24 + 44 + 3 * 24);
  assert.equal(finalX, width - 2 * 24, 'all but the last two');
  assert.deepEqual(layoutTape([]), { items: [], width: 0, finalX: 0 });
});

const header = (height: number) =>
  ({
    hash: `block ${height}`,
    height,
    timestamp_nanosec: `${height}000000`,
  }) as ReceiptNode['block'];

interface Sketch {
  readonly id: string;
  readonly height: number;
  readonly account: string;
  readonly shard: number;
  readonly children?: ReceiptNode[];
  readonly isRefund?: boolean;
  readonly isFailed?: boolean;
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
}

function sketch(given: Sketch): ReceiptNode {
  const { id, height, account, shard, children = [], inputs = [], outputs = [] } = given;
  const action = {
    actions: [{ FunctionCall: { method_name: id } }],
    input_data_ids: inputs,
    output_data_receivers: outputs.map((data_id) => ({ data_id, receiver_id: account })),
  };
  const receipt = {
    receipt_id: id,
    predecessor_id: given.isRefund ? 'system' : 'alice.near',
    receiver_id: account,
    receipt: { Action: action },
  };
  const status = given.isFailed ? { Failure: 'no' } : { SuccessValue: '' };
  const outcome = { executor_id: account, gas_burnt: 1, status };
  const node = { id, shardId: shard, block: header(height), receipt, outcome, children };
  return { ...node, awaited: [] } as unknown as ReceiptNode;
}

function treeOf(nodes: ReceiptNode[]): TransactionTree {
  return { nodes, root: nodes[0] } as unknown as TransactionTree;
}

test('the diagram has a lane for each shard, a column for each block, and arrows between', () => {
  const refund = sketch({ id: 'r', height: 3, account: 'alice.near', shard: 0, isRefund: true });
  const answer = sketch({
    id: 'answer',
    height: 2,
    account: 'swap.near',
    shard: 10,
    children: [refund],
    isFailed: true,
    outputs: ['data'],
  });
  const callback = sketch({
    id: 'callback',
    height: 3,
    account: 'coin.near',
    shard: 2,
    inputs: ['data'],
  });
  const children = [answer, callback];
  const first = sketch({ id: 'first', height: 1, account: 'coin.near', shard: 2, children });
  const tree = treeOf([first, answer, refund, callback]);
  const flow = layoutFlow(tree, 'shard', true);
  assert.deepEqual(
    flow.lanes.map(({ note }) => note),
    ['shard 0', 'shard 2', 'shard 10'],
  );
  assert.deepEqual(
    flow.columns.map(({ block }) => block.height),
    [1, 2, 3],
  );
  assert.deepEqual(flow.boxes.map(({ label }) => label).sort(), ['answer', 'callback', 'first']);
  const arrows = flow.arrows.map(({ kind, isBad }) => `${kind}${isBad ? ' bad' : ''}`).sort();
  assert.deepEqual(arrows, ['call bad', 'data bad', 'refund', 'wait']);
  for (const { x, y, width, height } of flow.boxes) {
    assert.ok(x + width <= flow.width && y + height <= flow.height, 'it is inside');
  }
  const accounts = layoutFlow(tree, 'account', false);
  assert.deepEqual(
    accounts.lanes.flatMap(({ names }) => names),
    ['coin.near', 'swap.near'],
  );
  assert.equal(accounts.refunds.length, 0);
});

test('receipts of one shard in one block do not cover each other, however many', () => {
  const place = { height: 1, account: 'coin.near', shard: 0 };
  const many = Array.from({ length: 300 }, (_, at) => sketch({ id: `call${at}`, ...place }));
  const { boxes } = layoutFlow(treeOf(many), 'shard', true);
  assert.equal(boxes.length, FLOW_NODES_MAX);
  const tops = boxes.map(({ y }) => y);
  for (let at = 1; at < tops.length; at++) {
    assert.ok((tops[at] as number) >= (tops[at - 1] as number) + 50);
  }
});

test('bars of a flame graph lie inside the bar around them', () => {
  const node = (name: string, parent: number | null, totalGas: number): FlameNode => {
    return { name, parent, selfGas: 0, totalGas, kind: 'code' };
  };
  const bars = layoutFlame([
    node('all', null, 1000),
    node('left', 0, 600),
    node('inner', 1, 300),
    node('right', 0, 400),
    node('unseen', 3, 1),
    node('inside the unseen', 4, 1),
  ]);
  assert.deepEqual(
    bars.map(({ node: { name }, x, width, depth }) => [name, x, width, depth]),
    [
      ['all', 0, 100, 0],
      ['left', 0, 60, 1],
      ['inner', 0, 30, 2],
      ['right', 60, 40, 1],
    ],
  );
  assert.deepEqual(layoutFlame([]), []);
  assert.deepEqual(layoutFlame([node('nothing', null, 0)]), []);
});
