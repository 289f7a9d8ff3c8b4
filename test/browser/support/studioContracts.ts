// Contracts for the pictures of the explorer: an exchange that calls an oracle and then refuses the
// trade, and a guest book. Each method makes host calls with constant arguments.

import { encodeModule, I64 } from '../../../src/base/wasm/wasmModule.ts';
import { CALL, DROP, I64_CONST } from '../../../src/base/wasm/wasmOpcodes.ts';

/** The host functions in use, with the number of their parameters. */
const HOST_FUNCTIONS = {
  log_utf8: { params: 2, hasResult: false },
  panic_utf8: { params: 2, hasResult: false },
  value_return: { params: 2, hasResult: false },
  input: { params: 1, hasResult: false },
  read_register: { params: 2, hasResult: false },
  storage_read: { params: 3, hasResult: true },
  storage_write: { params: 5, hasResult: true },
  sha256: { params: 3, hasResult: false },
  promise_create: { params: 8, hasResult: true },
  promise_then: { params: 9, hasResult: true },
  promise_return: { params: 1, hasResult: false },
} as const;
const NAMES = Object.keys(HOST_FUNCTIONS) as (keyof typeof HOST_FUNCTIONS)[];

/** A text becomes two arguments: its length and its address. */
type HostCall = readonly [keyof typeof HOST_FUNCTIONS, ...(number | bigint | string)[]];

const TEXTS_AT = 0;
const BUFFER = 4096;
const ZERO = 8192;

/** In LEB128 with a sign. */
function signed(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  return value < 0x40n ? [low] : [low | 0x80, ...signed(value >> 7n)];
}

function encodeMethods(methods: Readonly<Record<string, readonly HostCall[]>>): Uint8Array {
  let texts = '';
  const argument = (value: number | bigint | string): number[] => {
    if (typeof value !== 'string') return [I64_CONST, ...signed(BigInt(value))];
    const place = TEXTS_AT + texts.length;
    texts += value;
    return [...argument(value.length), ...argument(place)];
  };
  const encodeCall = ([name, ...args]: HostCall) => [
    ...args.flatMap(argument),
    ...[CALL, NAMES.indexOf(name)],
    ...(HOST_FUNCTIONS[name].hasResult ? [DROP] : []),
  ];
  const functions = Object.entries(methods).map(([name, calls]) => {
    return { name, params: 0, locals: { type: I64, count: 0 }, code: calls.flatMap(encodeCall) };
  });
  const imports = NAMES.map((name) => ({ name, ...HOST_FUNCTIONS[name] }));
  const data = [...texts].map((character) => character.charCodeAt(0));
  return encodeModule(functions, 65_536, { imports, data });
}

export const ORACLE = 'index.test.near';
export const EXCHANGE = 'swap.test.near';

const GAS = 10_000_000_000_000n;

/** Of the pool whose price it asks for. */
const POOL_ARGS = '{"pool":4}';

const tradeOpened = `EVENT_JSON:${JSON.stringify({
  standard: 'swap',
  version: '0.3.0',
  event: 'trade_opened',
  data: [{ pool: 4, min_out: '2000000' }],
})}`;

/** Tokens that are sent to it are traded, if the price is good enough. It never is. */
export const exchangeContract = encodeMethods({
  ft_on_transfer: [
    ['input', 0],
    ['read_register', 0, BUFFER],
    ['storage_read', 'pool:4', 1],
    ['log_utf8', tradeOpened],
    ['promise_create', ORACLE, 'price_of', POOL_ARGS, ZERO, GAS],
    ['promise_then', 0, EXCHANGE, 'finish_swap', POOL_ARGS, ZERO, GAS],
    ['promise_return', 1],
  ],
  finish_swap: [
    ['storage_read', 'pool:4', 0],
    ['storage_read', 'fee', 0],
    ['log_utf8', 'quote 1912040 for 500000000'],
    ['panic_utf8', 'Slippage: got 1912040, wanted at least 2000000'],
  ],
  add_pool: [
    ['storage_write', 'pool:4', '5000000:19120400', 0],
    ['storage_write', 'fee', '30', 0],
    ['value_return', '4'],
  ],
  get_pool: [['value_return', '{"id":4,"tokens":["gold.test.near","wrap.test.near"],"fee":30}']],
});

export const oracleContract = encodeMethods({
  price_of: [
    ['sha256', 'median of 7 reporters', 0],
    ['storage_read', 'price:4', 1],
    ['value_return', '"1912040"'],
  ],
  report: [
    ['storage_write', 'price:4', '1912040', 0],
    ['log_utf8', 'price of pool 4 is 1912040'],
  ],
});
