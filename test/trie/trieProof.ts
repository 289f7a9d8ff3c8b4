// State proofs, created by walking the trie like view_state: the node bytes along the walk, from
// the root on, without the values. Verification repeats the walk with only these nodes; each is
// found by its hash, so a wrong node is a missing one.

import { bytesKey } from '../../src/base/bytes/bytes.ts';
import { formatHash, type Hash, sha256 } from '../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../src/base/errors.ts';
import type { NodeReader } from '../../src/trie/nodeReader.ts';
import { iterateTrie, type TrieEntry } from '../../src/trie/trieIterate.ts';
import type { ValueRef } from '../../src/trie/trieNode.ts';
import { decodeNode } from '../../src/trie/trieNodeBytes.ts';
import { lookupTrie } from '../../src/trie/trieRead.ts';

type TrieProof = readonly Uint8Array[];

type TrieProofError = { readonly code: 'row_missing'; readonly missing: Hash };

/** Proves the value of `key`, or that it has none. */
export function proveKey(reader: NodeReader, root: Hash, key: Uint8Array): TrieProof {
  const proof: Uint8Array[] = [];
  lookupTrie(reader, root, key, (_hash, bytes) => proof.push(bytes));
  return proof;
}

/** Proves which keys start with `prefix` and their values: the proof of view_state. */
export function provePrefix(reader: NodeReader, root: Hash, prefix: Uint8Array): TrieProof {
  const proof: Uint8Array[] = [];
  const visit = (_hash: Hash, bytes: Uint8Array) => proof.push(bytes);
  for (const _entry of iterateTrie(reader, root, { prefix, visit }));
  return proof;
}

/** What the proof states about `key`. Throws a PerigeeError if it proves nothing. */
export function verifyKeyProof(root: Hash, key: Uint8Array, proof: TrieProof): ValueRef | null {
  return lookupTrie(createProofReader(proof), root, key);
}

/** All keys that start with `prefix`. Throws a PerigeeError if the proof is incomplete. */
export function verifyPrefixProof(root: Hash, prefix: Uint8Array, proof: TrieProof): TrieEntry[] {
  return [...iterateTrie(createProofReader(proof), root, { prefix })];
}

function createProofReader(proof: TrieProof): NodeReader {
  const nodes = new Map(proof.map((bytes) => [bytesKey(sha256(bytes)), bytes]));
  return {
    read(hash) {
      const bytes = nodes.get(bytesKey(hash));
      if (bytes === undefined) {
        const info: TrieProofError = { code: 'row_missing', missing: hash };
        throw new PerigeeError(info, `the proof lacks the node ${formatHash(hash)}`);
      }
      // A lookup trusts the form of its nodes; an untrusted root may lead to other bytes.
      decodeNode(bytes);
      return bytes;
    },
  };
}
