// Host functions for the contract's own data. Writes and removals pay for the trie nodes on the
// path to the key, reads do not. Bounds: keys of 2,048 bytes, values of 4 MiB, and a state proof of
// 4,000,000 bytes per receipt.

import { dataRowBytes } from '../../params/chargedBytes.ts';
import { INLINE_DISK_VALUE_THRESHOLD } from '../../params/constants.ts';
import type { StoredValue, TrieNodeCounts } from '../external.ts';
import { ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

const FOUND = 1n;
const ABSENT = 0n;

export const storageFunctions: HostFunctions = {
  storage_write: hostFunction(
    [i64, i64, i64, i64, i64],
    [i64],
    (host, keyLength, keyPtr, valueLength, valuePtr, registerId) => {
      host.gas.pay(ext.base);
      host.prohibitInView('storage_write');
      host.gas.pay(ext.storage_write_base);
      const key = readKey(host, keyLength, keyPtr);
      const value = readValue(host, valueLength, valuePtr);
      host.gas.payPer(ext.storage_write_key_byte, key.length);
      host.gas.payPer(ext.storage_write_value_byte, value.length);
      const { value: evicted, nodes } = readOld(host, key, ext.storage_write_evicted_byte);
      payNodes(host, nodes);
      host.external.writeStorage(key, value);
      assertProofSize(host);
      if (evicted === null) {
        host.changeStorageUsage(dataRowBytes(host.protocol.storage, key, value));
        return ABSENT;
      }
      host.changeStorageUsage(value.length - evicted.length);
      host.registers.write(registerId, evicted);
      return FOUND;
    },
  ),

  storage_read: hostFunction([i64, i64, i64], [i64], (host, keyLength, keyPtr, registerId) => {
    host.gas.pay(ext.base);
    host.gas.pay(ext.storage_read_base);
    const key = readKey(host, keyLength, keyPtr);
    host.gas.payPer(ext.storage_read_key_byte, key.length);
    const found = host.external.findForRead(key);
    const value = found === null ? null : readFound(host, found);
    assertProofSize(host);
    if (value === null) return ABSENT;
    host.registers.write(registerId, value);
    return FOUND;
  }),

  storage_remove: hostFunction([i64, i64, i64], [i64], (host, keyLength, keyPtr, registerId) => {
    host.gas.pay(ext.base);
    host.prohibitInView('storage_remove');
    host.gas.pay(ext.storage_remove_base);
    const key = readKey(host, keyLength, keyPtr);
    host.gas.payPer(ext.storage_remove_key_byte, key.length);
    const { value: removed, nodes } = readOld(host, key, ext.storage_remove_ret_value_byte);
    // The state proof counts a removal even if the nodes cannot be paid for.
    host.external.removeStorage(key);
    payNodes(host, nodes);
    assertProofSize(host);
    if (removed === null) return ABSENT;
    host.changeStorageUsage(-dataRowBytes(host.protocol.storage, key, removed));
    host.registers.write(registerId, removed);
    return FOUND;
  }),

  storage_has_key: hostFunction([i64, i64], [i64], (host, keyLength, keyPtr) => {
    host.gas.pay(ext.base);
    host.gas.pay(ext.storage_has_key_base);
    const key = readKey(host, keyLength, keyPtr);
    host.gas.payPer(ext.storage_has_key_byte, key.length);
    const found = host.external.findForRead(key);
    assertProofSize(host);
    return found === null ? ABSENT : FOUND;
  }),

  storage_iter_prefix: hostFunction([i64, i64], [i64], () => refuse('storage_iter_prefix')),

  storage_iter_range: hostFunction([i64, i64, i64, i64], [i64], () => refuse('storage_iter_range')),

  storage_iter_next: hostFunction([i64, i64, i64], [i64], () => refuse('storage_iter_next')),
};

function refuse(methodName: string): never {
  throw HostError.of('Deprecated', { method_name: methodName });
}

function readKey(host: Host, length: bigint, ptr: bigint): Uint8Array {
  const key = host.readBytes(length, ptr);
  const limit = host.protocol.limits.maxLengthStorageKey;
  if (key.length > limit) throw HostError.of('KeyLengthExceeded', { length: key.length, limit });
  return key;
}

function readValue(host: Host, length: bigint, ptr: bigint): Uint8Array {
  const value = host.readBytes(length, ptr);
  const limit = host.protocol.limits.maxLengthStorageValue;
  if (value.length > limit) {
    throw HostError.of('ValueLengthExceeded', { length: value.length, limit });
  }
  return value;
}

type OldValue = { readonly value: Uint8Array | null; readonly nodes: TrieNodeCounts };

/** The value that a write or removal replaces, with the nodes to be paid for. */
function readOld(host: Host, key: Uint8Array, costOfByte: number): OldValue {
  const nodes = { touched: 0, cached: 0 };
  const found = host.external.findForUpdate(key, nodes);
  if (found === null) return { value: null, nodes };
  host.gas.payPer(costOfByte, found.length);
  return { value: found.read(nodes), nodes };
}

function payNodes(host: Host, { touched, cached }: TrieNodeCounts): void {
  host.gas.payPer(ext.touching_trie_node, touched);
  host.gas.payPer(ext.read_cached_trie_node, cached);
}

/** Charges for the value by its length, then reads it; its trie node is free. */
function readFound(host: Host, found: StoredValue): Uint8Array {
  host.gas.payPer(ext.storage_read_value_byte, found.length);
  if (found.length > INLINE_DISK_VALUE_THRESHOLD) {
    host.gas.pay(ext.storage_large_read_overhead_base);
    host.gas.payPer(ext.storage_large_read_overhead_byte, found.length);
  }
  return found.read({ touched: 0, cached: 0 });
}

function assertProofSize(host: Host): void {
  const limit = host.protocol.limits.perReceiptStorageProofSizeLimit;
  if (host.external.recordedStorageSize() <= limit) return;
  throw HostError.of('RecordedStorageExceeded', { limit });
}
