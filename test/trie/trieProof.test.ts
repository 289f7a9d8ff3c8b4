// Proofs against recorded view_state responses with include_proof (stateProofs.jsonl): the same
// nodes in the same order; then random tries, where a proof must be valid and none of its nodes may
// be omitted or altered.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  base64ToBytes,
  bytesKey,
  bytesToBase64,
  concatBytes,
  utf8ToBytes,
} from '../../src/base/bytes/bytes.ts';
import { HASH_ZERO, sha256 } from '../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import { lookupTrie } from '../../src/trie/trieRead.ts';
import { readText } from '../support/repository.ts';
import { MemoryNodes } from './memoryNodes.ts';
import { proveKey, provePrefix, verifyKeyProof, verifyPrefixProof } from './trieProof.ts';

type Recorded = {
  request: { account_id: string; prefix_base64: string };
  response: { result: { proof: string[]; values: { key: string; value: string }[] } };
};

const RECORDED: Recorded[] = readText('test/trie/stateProofs.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test('recorded proofs are valid for the recorded values and are reproduced', () => {
  for (const { request, response } of RECORDED) {
    const { proof, values } = response.result;
    const nodes = new MemoryNodes();
    const bytes = proof.map(base64ToBytes);
    for (const node of bytes) nodes.nodes.set(bytesKey(sha256(node)), node);
    const root = sha256(bytes[0]!);
    const account = concatBytes(Uint8Array.of(9), utf8ToBytes(`${request.account_id},`));
    const prefix = concatBytes(account, base64ToBytes(request.prefix_base64));
    const entries = verifyPrefixProof(root, prefix, bytes);
    const expected = values.map(({ key, value }) => ({
      key: concatBytes(account, base64ToBytes(key)),
      valueLength: base64ToBytes(value).length,
      valueHash: sha256(base64ToBytes(value)),
    }));
    assert.deepEqual(entries, expected, request.account_id);
    assert.deepEqual(provePrefix(nodes, root, prefix).map(bytesToBase64), proof);
  }
  assert.equal(RECORDED.length, 5);
});

const key = fc
  .array(fc.constantFrom(0x00, 0x01, 0x10, 0xff), { minLength: 1, maxLength: 4 })
  .map((bytes) => Uint8Array.from(bytes));
const keys = fc.array(key, { minLength: 1, maxLength: 30 });

function isProofError(error: unknown): boolean {
  return error instanceof PerigeeError && error.code === 'row_missing';
}

test('the proof of a key is valid, present or absent, and needs every node', () => {
  fc.assert(
    fc.property(keys, key, fc.nat(), (list, probe, position) => {
      const nodes = new MemoryNodes();
      const root = nodes.build(list.map((bytes) => [bytes, bytes] as const));
      const proof = proveKey(nodes, root, probe);
      assert.deepEqual(verifyKeyProof(root, probe, proof), lookupTrie(nodes, root, probe));
      const broken = position % proof.length;
      assert.throws(() => verifyKeyProof(root, probe, proof.toSpliced(broken, 1)), isProofError);
      const altered = proof[broken]!.slice();
      altered[altered.length - 1]! ^= 1;
      const forged = proof.with(broken, altered);
      assert.throws(() => verifyKeyProof(root, probe, forged), isProofError);
    }),
  );
});

test('the proof of a prefix is valid and needs every node', () => {
  fc.assert(
    fc.property(keys, key, fc.nat(), (list, prefix, position) => {
      const nodes = new MemoryNodes();
      const root = nodes.build(list.map((bytes) => [bytes, bytes] as const));
      const proof = provePrefix(nodes, root, prefix);
      const expected = [...new Set(list.map(bytesKey))]
        .sort()
        .filter((text) => text.startsWith(bytesKey(prefix)));
      const found = verifyPrefixProof(root, prefix, proof).map((entry) => bytesKey(entry.key));
      assert.deepEqual(found, expected);
      // A node may occur in a proof twice when two subtrees are equal.
      const removed = bytesKey(proof[position % proof.length]!);
      const rest = proof.filter((bytes) => bytesKey(bytes) !== removed);
      assert.throws(() => verifyPrefixProof(root, prefix, rest), isProofError);
    }),
  );
});

test('the empty trie needs no proof, and a value is not a node', () => {
  assert.equal(verifyKeyProof(HASH_ZERO, Uint8Array.of(1), []), null);
  const text = utf8ToBytes('not a node');
  assert.throws(
    () => verifyKeyProof(sha256(text), Uint8Array.of(1), [text]),
    (error) => error instanceof PerigeeError && error.code === 'trie_node',
  );
});
