// Proofs of the state, made by the walks of the trie as view_state makes them: the node bytes that
// a walk passes, from the root on, without the values. To verify is to do the same walk on nothing
// but these nodes; each is known by its hash, so a wrong node is a missing one.

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

/** Proves which keys begin with `prefix` and their values: the proof of view_state. */
export function provePrefix(reader: NodeReader, root: Hash, prefix: Uint8Array): TrieProof {
  const proof: Uint8Array[] = [];
  const visit = (_hash: Hash, bytes: Uint8Array) => proof.push(bytes);
  for (const _entry of iterateTrie(reader, root, { prefix, visit }));
  return proof;
}

/** What the proof says of `key`. Throws a PerigeeError when it says nothing. */
export function verifyKeyProof(root: Hash, key: Uint8Array, proof: TrieProof): ValueRef | null {
  return lookupTrie(createProofReader(proof), root, key);
}

/** All keys that begin with `prefix`. Throws a PerigeeError when the proof leaves any open. */
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
      // A lookup trusts the form of its nodes; a root given by a stranger may lead to other bytes.
      decodeNode(bytes);
      return bytes;
    },
  };
}
