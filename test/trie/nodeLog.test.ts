// Nodes are found at their positions until their segment is reused for newer ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { NODE_BYTES_MAX, NodeLog } from '../../src/trie/nodeLog.ts';

const SEGMENT_BYTES = 64 * 1024;

function createNode(i: number, length = 1 + ((i * 37) % NODE_BYTES_MAX)): Uint8Array {
  return new Uint8Array(length).fill(i % 251);
}

function hashOf(i: number): Uint8Array {
  return sha256(Uint8Array.of(i & 0xff, i >> 8));
}

test('a node is read at its position, and only with its own hash', () => {
  const log = new NodeLog(10 * SEGMENT_BYTES);
  const positions = Array.from({ length: 300 }, (_, i) => log.append(hashOf(i), createNode(i)));
  for (const [i, position] of positions.entries()) {
    assert.deepEqual(log.read(position, hashOf(i)), createNode(i));
    assert.equal(log.read(position, hashOf(i + 1)), undefined);
  }
  assert.equal(log.read(0, hashOf(0)), undefined);
});

test('the oldest are dropped, the newest stay, and bytes that were read stay valid', () => {
  const log = new NodeLog(4 * SEGMENT_BYTES);
  const first = log.append(hashOf(0), createNode(0));
  const read = log.read(first, hashOf(0));
  const positions = Array.from({ length: 2_000 }, (_, i) => log.append(hashOf(i), createNode(i)));
  assert.equal(log.read(first, hashOf(0)), undefined);
  assert.deepEqual(read, createNode(0));
  const kept = positions.filter((position, i) => log.read(position, hashOf(i)) !== undefined);
  assert.deepEqual(kept, positions.slice(-kept.length));
  const span = positions.at(-1)! - kept[0]!;
  assert.ok(span > 2.9 * SEGMENT_BYTES && span < 4 * SEGMENT_BYTES, String(span));
  for (const [i, position] of positions.entries()) {
    const node = log.read(position, hashOf(i));
    if (node !== undefined) assert.deepEqual(node, createNode(i));
  }
});

test('a node is old when half of what is kept is newer', () => {
  const log = new NodeLog(4 * SEGMENT_BYTES);
  const position = log.append(hashOf(0), createNode(0));
  const appended = (bytes: number) => {
    for (let i = 0; i < bytes; i += 1_000) log.append(hashOf(i), createNode(i, 966));
    return log.isOld(position);
  };
  assert.equal(appended(1.9 * SEGMENT_BYTES), false);
  assert.equal(appended(0.3 * SEGMENT_BYTES), true);
  assert.deepEqual(log.read(position, hashOf(0)), createNode(0));
});

test('what is kept is a copy', () => {
  const log = new NodeLog(0);
  const node = createNode(5, NODE_BYTES_MAX);
  const position = log.append(hashOf(5), node);
  node.fill(0);
  assert.deepEqual(log.read(position, hashOf(5)), createNode(5, NODE_BYTES_MAX));
});
