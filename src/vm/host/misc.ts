// Host functions that end a call or set its result, and the gas charge of contracts with old
// instrumentation.

import { action, ext } from '../gasCounter.ts';
import { HostError } from '../hostError.ts';
import type { Host } from './host.ts';
import { type HostFunctions, hostFunction, i32, i64 } from './hostFunction.ts';

/** AssemblyScript stores the length of a string before its text. */
const STRING_HEADER_BYTES = 4;

export const miscFunctions: HostFunctions = {
  value_return: hostFunction([i64, i64], [], (host, length, ptr) => {
    host.gas.pay(ext.base);
    const value = host.readBytes(length, ptr);
    const limit = host.protocol.limits.maxLengthReturnedData;
    if (value.length > limit) {
      throw HostError.of('ReturnedValueLengthExceeded', { length: value.length, limit });
    }
    host.gas.payActionAmounts(action.new_data_receipt_byte, deliveryGas(host, value.length), 0);
    host.returnData = { kind: 'value', value };
  }),

  panic: hostFunction([], [], (host) => {
    host.gas.pay(ext.base);
    throw HostError.of('GuestPanic', { panic_msg: 'explicit guest panic' });
  }),

  panic_utf8: hostFunction([i64, i64], [], (host, length, ptr) => {
    host.gas.pay(ext.base);
    throw HostError.of('GuestPanic', { panic_msg: host.logs.readUtf8(length, ptr) });
  }),

  abort: hostFunction([i32, i32, i32, i32], [], (host, messagePtr, filenamePtr, line, column) => {
    host.gas.pay(ext.base);
    if (messagePtr < STRING_HEADER_BYTES || filenamePtr < STRING_HEADER_BYTES) {
      throw HostError.of('BadUTF16');
    }
    host.logs.assertHasRoom();
    const messageLength = readStringLength(host, messagePtr);
    const filenameLength = readStringLength(host, filenamePtr);
    const message = host.logs.readUtf16(messageLength, BigInt(messagePtr));
    const filename = host.logs.readUtf16(filenameLength, BigInt(filenamePtr));
    const text = `${message}, filename: "${filename}" line: ${line} col: ${column}`;
    host.logs.append(text, 'ABORT: ');
    throw HostError.of('GuestPanic', { panic_msg: text });
  }),

  gas: hostFunction([i32], [], (host, instructions) => {
    host.gas.burn(instructions * Number(host.protocol.wasmCosts.regularOpCost));
  }),
};

/** Delivering the result to its receivers is paid for in full, now. */
function deliveryGas(host: Host, length: number): number {
  const { gas, context } = host;
  const execution = gas.executionFee(action.new_data_receipt_byte);
  let total = 0;
  for (const receiverId of context.outputDataReceivers) {
    const toItself = receiverId === context.currentAccountId;
    total += (gas.sendFee(action.new_data_receipt_byte, toItself) + execution) * length;
  }
  return total;
}

function readStringLength(host: Host, ptr: number): bigint {
  const bytes = host.memory.read(BigInt(STRING_HEADER_BYTES), BigInt(ptr - STRING_HEADER_BYTES));
  return BigInt(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true));
}
