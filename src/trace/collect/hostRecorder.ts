// Records the host functions that one contract call makes: in order, with their arguments decoded,
// and the storage keys that it changes. Values are cut when they are read, so a call takes as much
// memory as its part of the trace.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { bytesKey, readU64Le, utf8ToBytes } from '../../base/bytes/bytes.ts';
import { formatPublicKey } from '../../base/crypto/keys.ts';
import { BorshError } from '../../codec/borsh.ts';
import { decode } from '../../codec/codec.ts';
import { publicKey } from '../../types/primitives.ts';
import type { HostCallEnd, HostTracer, TracedHost } from '../../vm/hostTracer.ts';
import { SHOWN_BYTES_MAX, showBytes, showMessage, type TracedBytes } from '../tree/tracedBytes.ts';
import type { HostCallTrace, StorageChange, TraceField } from '../tree/transactionTrace.ts';
import { countNumbers, HOST_ARGUMENTS, type HostArgument } from './hostArguments.ts';
import { BoundedList, type TraceBudget } from './traceBudget.ts';

/** The longest key that the protocol allows. */
const KEY_BYTES_MAX = 2048;
const AMOUNT_BYTES = 16n;
const U64_BYTES = 8n;
/** Of a call besides its arguments and output. */
const CALL_BYTES = 150;
const FIELD_BYTES = 40;
const CHANGE_BYTES = 100;

type WasmValue = bigint | number;

interface OpenCall {
  readonly name: string;
  readonly numbers: readonly WasmValue[];
  readonly args: readonly TraceField[];
  readonly gasBefore: number;
  readonly written: WrittenKey | null;
}

/** A key that the running function changes. */
interface WrittenKey {
  readonly key: Uint8Array;
  readonly after: TracedBytes | null;
}

export class HostRecorder implements HostTracer {
  readonly calls: BoundedList<HostCallTrace>;
  readonly #budget: TraceBudget;
  readonly #keepsCalls: boolean;
  readonly #changes = new Map<string, StorageChange>();
  #open: OpenCall | null = null;

  constructor(budget: TraceBudget, keepsCalls: boolean) {
    this.calls = new BoundedList(budget.details);
    this.#budget = budget;
    this.#keepsCalls = keepsCalls;
  }

  /** The keys that have another value than before, in the order of their first change. */
  storageChanges(): BoundedList<StorageChange> {
    const list = new BoundedList<StorageChange>(this.#budget.details);
    for (const change of this.#changes.values()) {
      const { key, before, after } = change;
      const bytes = CHANGE_BYTES + [key, before, after].reduce((sum, one) => sum + sizeOf(one), 0);
      list.add(bytes, () => change);
    }
    return list;
  }

  enter(name: string, numbers: readonly WasmValue[], host: TracedHost): void {
    const isShown = this.#keepsCalls && this.calls.leftOut === 0;
    this.#open = {
      name,
      numbers,
      args: isShown ? decodeArguments(name, numbers, host) : [],
      gasBefore: host.gas.burnt,
      written: readWrittenKey(name, numbers, host),
    };
  }

  leave(host: TracedHost, end: HostCallEnd): void {
    const open = this.#open as OpenCall;
    const result = end.kind === 'returned' ? end.result : undefined;
    const output = end.kind === 'returned' ? readOutput(open, result, host) : null;
    if (end.kind === 'returned' && open.written !== null) this.#noteChange(open.written, output);
    if (!this.#keepsCalls) return;
    const fields = open.args.reduce((sum, field) => sum + fieldSize(field), 0);
    this.calls.add(CALL_BYTES + open.name.length + fields + sizeOf(output), () => ({
      name: open.name,
      args: open.args,
      result: result === undefined ? null : `${result}`,
      output,
      error: end.kind === 'thrown' ? describeThrown(end.error) : null,
      gasBurnt: host.gas.burnt - open.gasBefore,
      gasAfter: host.gas.burnt,
      computeAfter: Number(host.gas.computeUsage()),
    }));
  }

  #noteChange({ key, after }: WrittenKey, evicted: TracedBytes | null): void {
    const name = bytesKey(key);
    const known = this.#changes.get(name);
    const before = known === undefined ? evicted : known.before;
    this.#changes.set(name, { key: showBytes(key), before, after });
  }
}

function sizeOf(bytes: TracedBytes | null): number {
  if (bytes === null) return 0;
  // A quotation mark takes two characters.
  return FIELD_BYTES + (bytes.base64?.length ?? 0) + 2 * (bytes.text?.length ?? 0);
}

function fieldSize({ name, value, bytes, accountIds }: TraceField): number {
  const ids = accountIds.reduce((sum, id) => sum + id.length + 3, 0);
  return FIELD_BYTES + name.length + (value?.length ?? 0) + sizeOf(bytes) + ids;
}

function describeThrown(error: unknown): string {
  return showMessage(error instanceof Error ? error.message : String(error));
}

function decodeArguments(
  name: string,
  numbers: readonly WasmValue[],
  host: TracedHost,
): TraceField[] {
  let place = 0;
  return (HOST_ARGUMENTS[name] ?? []).map((argument) => {
    const [first = 0n, second = 0n] = numbers.slice(place).map(BigInt);
    place += countNumbers(argument);
    return decodeArgument(argument, [first, second], host);
  });
}

function decodeArgument(
  { kind, name }: HostArgument,
  [first, second]: readonly [bigint, bigint],
  host: TracedHost,
): TraceField {
  switch (kind) {
    case 'bytes':
      return createField(name, first, peekBytes(host, first, second));
    case 'publicKey': {
      const value = readPublicKey(host, first, second);
      if (value !== null) return { name, value, bytes: null, accountIds: [] };
      return createField(name, first, peekBytes(host, first, second));
    }
    case 'utf8':
      return createField(name, first, peekText(host, first, second, 1));
    case 'utf16':
      return createField(name, first, peekText(host, first, second, 2));
    case 'promises': {
      const list = readPromiseList(host, first, second);
      const value = list.join(', ');
      return {
        name,
        value,
        bytes: null,
        accountIds: list.flatMap((index) => receivers(host, index)),
      };
    }
    case 'promise':
      return { name, value: `${first}`, bytes: null, accountIds: receivers(host, first) };
    case 'amount':
      return { name, value: `${readAmount(host, first) ?? first}`, bytes: null, accountIds: [] };
    default:
      return { name, value: `${first}`, bytes: null, accountIds: [] };
  }
}

/** Where nothing can be read, the length shows what was asked for. */
function createField(name: string, length: bigint, bytes: TracedBytes | null): TraceField {
  return { name, value: bytes === null ? `${length} bytes` : null, bytes, accountIds: [] };
}

function readOutput(
  { name, numbers }: OpenCall,
  result: WasmValue | undefined,
  host: TracedHost,
): TracedBytes | null {
  let place = 0;
  for (const argument of HOST_ARGUMENTS[name] ?? []) {
    const id = BigInt(numbers[place] ?? 0);
    place += countNumbers(argument);
    const isWritten = argument.kind === 'registerOut' && argument.wrote(result);
    if (isWritten || argument.kind === 'registerIn') {
      const value = host.registers.peek(id);
      return value && showBytes(value);
    }
    if (argument.kind === 'amountOut') {
      const amount = readAmount(host, id);
      return amount === null ? null : showBytes(utf8ToBytes(`${amount}`));
    }
  }
  return null;
}

function readWrittenKey(
  name: string,
  numbers: readonly WasmValue[],
  host: TracedHost,
): WrittenKey | null {
  if (name !== 'storage_write' && name !== 'storage_remove') return null;
  const [keyLength = 0n, keyPtr = 0n, valueLength = 0n, valuePtr = 0n] = numbers.map(BigInt);
  const key = peek(host, keyLength, keyPtr, KEY_BYTES_MAX);
  if (key === null) return null;
  const after = name === 'storage_write' ? peekBytes(host, valueLength, valuePtr) : null;
  return { key: key.bytes, after };
}

/** The beginning of bytes in memory or in a register, with the length of the whole. */
function peek(
  host: TracedHost,
  length: bigint,
  ptr: bigint,
  bytesMax: number,
): { readonly bytes: Uint8Array; readonly length: number } | null {
  if (length === U64_MAX) {
    const value = host.registers.peek(ptr);
    return value && { bytes: value.subarray(0, bytesMax), length: value.length };
  }
  const bytes = host.memory.peek(length, ptr, bytesMax);
  return bytes && { bytes, length: Number(length) };
}

function peekBytes(host: TracedHost, length: bigint, ptr: bigint): TracedBytes | null {
  const found = peek(host, length, ptr, SHOWN_BYTES_MAX);
  return found && showBytes(found.bytes, found.length);
}

/** Null unless it is one; long ones are shown as bytes. */
function readPublicKey(host: TracedHost, length: bigint, ptr: bigint): string | null {
  const found = peek(host, length, ptr, SHOWN_BYTES_MAX);
  if (found === null || found.bytes.length < found.length) return null;
  try {
    return formatPublicKey(decode(publicKey, found.bytes));
  } catch (error) {
    if (error instanceof BorshError) return null;
    throw error;
  }
}

/** A text whose length is not given ends with a zero. */
function peekText(
  host: TracedHost,
  length: bigint,
  ptr: bigint,
  unitBytes: 1 | 2,
): TracedBytes | null {
  const known = length === U64_MAX ? scanText(host, ptr, unitBytes) : Number(length);
  const bytes = host.memory.peek(BigInt(known), ptr, SHOWN_BYTES_MAX);
  if (bytes === null || unitBytes === 1) return bytes && showBytes(bytes, known);
  const text = utf8ToBytes(Buffer.from(bytes).toString('utf16le'));
  return { ...showBytes(text), length: known, leftOut: known - bytes.length };
}

function scanText(host: TracedHost, ptr: bigint, unitBytes: 1 | 2): number {
  let length = 0;
  for (; length < SHOWN_BYTES_MAX; length += unitBytes) {
    const unit = host.memory.peek(BigInt(unitBytes), ptr + BigInt(length), unitBytes);
    if (unit === null || unit.every((byte) => byte === 0)) break;
  }
  return length;
}

function readAmount(host: TracedHost, ptr: bigint): bigint | null {
  const bytes = host.memory.peek(AMOUNT_BYTES, ptr, Number(AMOUNT_BYTES));
  return bytes && readU64Le(bytes) + (readU64Le(bytes, Number(U64_BYTES)) << 64n);
}

function readPromiseList(host: TracedHost, ptr: bigint, count: bigint): bigint[] {
  const found = host.memory.peek(count * U64_BYTES, ptr, SHOWN_BYTES_MAX);
  const shown = found === null ? 0 : found.length / Number(U64_BYTES);
  return Array.from({ length: shown }, (_, i) =>
    readU64Le(found as Uint8Array, i * Number(U64_BYTES)),
  );
}

/** The accounts that a promise goes to; none if there is no such promise. */
function receivers({ promises, external }: TracedHost, index: bigint): string[] {
  const promise = promises[Number(index)];
  if (promise === undefined) return [];
  const indexes = promise.kind === 'joint' ? promise.receiptIndexes : [promise.receiptIndex];
  return indexes.map((receiptIndex) => external.receiptReceiver(receiptIndex));
}
