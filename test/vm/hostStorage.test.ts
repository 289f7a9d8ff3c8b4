// Storage: charges for keys, values and trie nodes, usage accounting, and limits.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesToHex, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import type { StoredValue, TrieNodeCounts } from '../../src/vm/external.ts';
import { HostHarness, hostErrorOf } from './support/hostHarness.ts';

const NODE = 2_280_000_000n;

/** Every lookup for an update visits three nodes, one of them for the first time. */
function countNodes(harness: HostHarness): void {
  const { external } = harness;
  external.findForUpdate = (key: Uint8Array, nodes: TrieNodeCounts): StoredValue | null => {
    nodes.touched += 1;
    nodes.cached += 2;
    const found = external.findForRead(key);
    if (found === null) return null;
    const read = (counts: TrieNodeCounts) => {
      counts.touched += 1;
      return found.read(counts);
    };
    return { length: found.length, read };
  };
}

function hex(text: string): string {
  return bytesToHex(utf8ToBytes(text));
}

describe('storage', () => {
  it('writes, replaces and removes', () => {
    const harness = new HostHarness();
    const key = harness.put('key');
    assert.equal(harness.call('storage_has_key', ...key), 0n);
    assert.equal(harness.call('storage_write', ...key, ...harness.put('one'), 0), 0n);
    assert.equal(harness.host.storageUsage, 1000 + 3 + 3 + 40);
    assert.equal(harness.register(0), undefined);
    assert.equal(harness.call('storage_write', ...key, ...harness.put('longer'), 0), 1n);
    assert.equal(harness.register(0), hex('one'));
    assert.equal(harness.call('storage_usage'), 1000n + 3n + 6n + 40n);
    assert.equal(harness.call('storage_read', ...key, 1), 1n);
    assert.equal(harness.register(1), hex('longer'));
    assert.equal(harness.call('storage_has_key', ...key), 1n);
    assert.equal(harness.call('storage_remove', ...key, 2), 1n);
    assert.equal(harness.register(2), hex('longer'));
    assert.equal(harness.host.storageUsage, 1000);
    assert.equal(harness.call('storage_remove', ...key, 2), 0n);
    assert.equal(harness.call('storage_read', ...key, 1), 0n);
  });

  it('charges for trie nodes on updates only', () => {
    const harness = new HostHarness();
    countNodes(harness);
    const key = harness.put('k');
    harness.call('storage_write', ...key, ...harness.put('vvv'), 0);
    harness.call('storage_read', ...key, 0);
    harness.call('storage_has_key', ...key);
    harness.call('storage_remove', ...key, 0);
    const charged = harness.charged();
    assert.equal(charged.touching_trie_node, 3n * NODE);
    assert.equal(charged.read_cached_trie_node, 4n * NODE);
    assert.equal(charged.storage_write_value_byte, 3n * 31_018_539n);
    assert.equal(charged.storage_remove_ret_value_byte, 3n * 11_531_556n);
    assert.equal(charged.storage_read_value_byte, 3n * 5_611_004n);
  });

  it('charges an evicted value before it is read', () => {
    const harness = new HostHarness();
    const key = harness.put('k');
    harness.call('storage_write', ...key, ...harness.put('vvv'), 0);
    harness.call('storage_write', ...key, ...harness.put(''), 0);
    assert.equal(harness.charged().storage_write_evicted_byte, 3n * 32_117_307n);
  });

  it('charges an overhead for values of more than 4,000 bytes', () => {
    const harness = new HostHarness();
    const read = (length: number) => {
      harness.external.writeStorage(utf8ToBytes('k'), new Uint8Array(length));
      harness.call('storage_read', ...harness.put('k'), 0);
      return harness.charged().storage_large_read_overhead_byte;
    };
    assert.equal(read(4_000), undefined);
    assert.equal(read(4_001), 4_001n);
  });

  it('limits keys, and state proofs', () => {
    const harness = new HostHarness();
    const long = hostErrorOf(() => harness.call('storage_read', 2_049, 0, 0));
    assert.equal(
      long,
      'KeyLengthExceeded: The length of a storage key 2049 exceeds the limit 2048',
    );
    harness.external.recordedSize = 4_000_000;
    assert.equal(harness.call('storage_has_key', 2_048, 0), 0n);
    harness.external.recordedSize += 1;
    const error = hostErrorOf(() => harness.call('storage_has_key', 1, 0));
    assert.match(error, /^RecordedStorageExceeded: .*\(4\.0 MB\)$/);
  });

  it('is read-only in views', () => {
    const harness = new HostHarness({ view: { maxGasBurnt: 10n ** 15n } });
    const key = harness.put('k');
    const write = hostErrorOf(() => harness.call('storage_write', ...key, ...key, 0));
    assert.equal(write, 'ProhibitedInView: storage_write is not allowed in view calls');
    const remove = hostErrorOf(() => harness.call('storage_remove', ...key, 0));
    assert.equal(remove, 'ProhibitedInView: storage_remove is not allowed in view calls');
    assert.equal(harness.call('storage_read', ...key, 0), 0n);
  });

  it('has no iterators any more, and does not charge for the error', () => {
    const harness = new HostHarness();
    const error = hostErrorOf(() => harness.call('storage_iter_prefix', 0, 0));
    const text = 'Attempted to call deprecated host function storage_iter_prefix';
    assert.equal(error, `Deprecated: ${text}`);
    assert.equal(harness.gas.burnt, 0);
  });
});
