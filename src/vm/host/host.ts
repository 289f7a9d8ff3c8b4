// The state of one contract call that its host functions share, and the steps they have in common.
// Arguments named `length, ptr` are in the order of the Wasm signatures.

import { U64_MAX } from '../../base/bytes/bigints.ts';
import { bytesToUtf8, isUtf8 } from '../../base/bytes/bytes.ts';
import type { Protocol } from '../../params/protocol.ts';
import { isAccountId } from '../../types/accountId.ts';
import type { CallProbe } from '../callProbe.ts';
import type { External } from '../external.ts';
import { ext, type GasCounter } from '../gasCounter.ts';
import { GuestMemory } from '../guestMemory.ts';
import { HostError } from '../hostError.ts';
import type { HostTracer } from '../hostTracer.ts';
import type { ContractExports } from '../preparedContract.ts';
import { Registers } from '../registers.ts';
import type { ContractPromise, ReturnData, VmContext } from '../vmTypes.ts';
import { ContractLogs } from './contractLogs.ts';

/** A length with the meaning: use the value of the register named by the pointer. */
const REGISTER_MODE = U64_MAX;

const U128_BYTES = 16n;

type HostOptions = {
  readonly protocol: Protocol;
  readonly context: VmContext;
  readonly external: External;
  readonly gas: GasCounter;
  readonly meter: ContractExports;
  readonly tracer?: HostTracer | undefined;
  readonly probe?: CallProbe | undefined;
};

export class Host {
  readonly protocol: Protocol;
  readonly context: VmContext;
  readonly external: External;
  readonly gas: GasCounter;
  readonly memory: GuestMemory;
  readonly registers: Registers;
  readonly logs: ContractLogs;
  readonly promises: ContractPromise[] = [];
  readonly tracer: HostTracer | null;
  readonly probe: CallProbe | null;
  balance: bigint;
  subsidizedAmount = 0n;
  storageUsage: number;
  returnData: ReturnData = { kind: 'none' };
  readonly #meter: ContractExports;

  constructor({ protocol, context, external, gas, meter, tracer, probe }: HostOptions) {
    this.protocol = protocol;
    this.context = context;
    this.external = external;
    this.gas = gas;
    this.memory = new GuestMemory(gas, meter);
    this.registers = new Registers(gas, protocol.limits);
    this.logs = new ContractLogs(gas, this.memory, protocol.limits);
    this.balance = context.accountBalance + context.attachedDeposit;
    this.storageUsage = context.storageUsage;
    this.tracer = tracer ?? null;
    this.probe = probe ?? null;
    this.#meter = meter;
  }

  /** Adds the gas that Wasm has consumed since it was last given the counter. */
  leaveWasm(): void {
    const consumed = this.gas.remaining - this.#meter.get_gas();
    if (consumed > 0) this.gas.burn(consumed);
  }

  enterWasm(): void {
    this.#meter.set_gas(this.gas.remaining);
  }

  prohibitInView(methodName: string): void {
    if (this.context.view === null) return;
    throw HostError.of('ProhibitedInView', { method_name: methodName });
  }

  /** Bytes from memory, or from the register `ptr`. They must not be modified. */
  readBytes(length: bigint, ptr: bigint): Uint8Array {
    return length === REGISTER_MODE ? this.registers.read(ptr) : this.memory.read(length, ptr);
  }

  readU128(ptr: bigint): bigint {
    const bytes = this.memory.read(U128_BYTES, ptr);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return view.getBigUint64(0, true) | (view.getBigUint64(8, true) << 64n);
  }

  writeU128(ptr: bigint, value: bigint): void {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, BigInt.asUintN(64, value), true);
    view.setBigUint64(8, value >> 64n, true);
    this.memory.write(ptr, bytes);
  }

  readAccountId(length: bigint, ptr: bigint): string {
    const bytes = this.readBytes(length, ptr);
    this.gas.pay(ext.utf8_decoding_base);
    this.gas.payPer(ext.utf8_decoding_byte, bytes.length);
    if (!isUtf8(bytes)) throw HostError.of('BadUTF8');
    const accountId = bytesToUtf8(bytes);
    if (!isAccountId(accountId)) throw HostError.of('InvalidAccountId');
    return accountId;
  }

  /**
   * The usage never falls below zero. Otherwise it could for an account that does not count all of
   * its rows; the reference stops the node in that case.
   */
  changeStorageUsage(bytes: number): void {
    this.storageUsage = Math.max(0, this.storageUsage + bytes);
  }

  /** Deducts a deposit for a promise from the account's balance. */
  deductBalance(amount: bigint): void {
    if (amount > this.balance) throw HostError.of('BalanceExceeded');
    this.balance -= amount;
  }
}
