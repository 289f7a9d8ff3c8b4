// Registers, memory, context, economics, validators and hashes: values, charges in their order, and
// the errors at the bounds.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytesToHex, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { HostHarness, hostErrorOf, U64_MAX } from './support/hostHarness.ts';

const MEMORY_BYTES = 65_536;
const VIOLATION = 'MemoryAccessViolation: Accessed memory outside the bounds.';
const OVERFLOW = 'IntegerOverflow: Integer overflow.';

function hex(text: string): string {
  return bytesToHex(utf8ToBytes(text));
}

describe('registers', () => {
  it('carry bytes from memory to memory', () => {
    const harness = new HostHarness();
    const [length, ptr] = harness.put('hello');
    harness.call('write_register', U64_MAX, length, ptr);
    assert.equal(harness.call('register_len', U64_MAX), 5n);
    assert.equal(harness.call('register_len', 3), U64_MAX);
    harness.call('read_register', U64_MAX, 100);
    assert.equal(bytesToHex(harness.peek(100, 5)), hex('hello'));
    assert.deepEqual(harness.charged(), {
      base: 4n * 264_768_111n,
      read_memory_base: 2_609_863_200n,
      read_memory_byte: 5n * 3_801_333n,
      write_register_base: 2_865_522_486n,
      write_register_byte: 5n * 3_801_564n,
      read_register_base: 2_517_165_186n,
      read_register_byte: 5n * 98_562n,
      write_memory_base: 2_803_794_861n,
      write_memory_byte: 5n * 2_723_772n,
    });
  });

  it('an unset one is an error before any charge for reading', () => {
    const harness = new HostHarness();
    const error = hostErrorOf(() => harness.call('read_register', 2n ** 63n, 0));
    assert.equal(error, 'InvalidRegisterId: Accessed invalid register id: 9223372036854775808');
    assert.deepEqual(Object.keys(harness.charged()), ['base']);
  });

  it('are at most 100, and then none can be replaced', () => {
    const harness = new HostHarness();
    for (let id = 0; id < 100; id++) harness.call('write_register', id, 0, 0);
    assert.equal(
      hostErrorOf(() => harness.call('write_register', 100, 0, 0)),
      VIOLATION,
    );
    assert.equal(
      hostErrorOf(() => harness.call('write_register', 5, 0, 0)),
      VIOLATION,
    );
  });

  it('treat the length of register mode as a plain number', () => {
    const harness = new HostHarness();
    assert.equal(
      hostErrorOf(() => harness.call('write_register', 0, U64_MAX, 0)),
      OVERFLOW,
    );
  });
});

describe('memory', () => {
  const cases: readonly (readonly [length: bigint, ptr: bigint, error: string])[] = [
    [0n, BigInt(MEMORY_BYTES), 'no error'],
    [1n, BigInt(MEMORY_BYTES) - 1n, 'no error'],
    [0n, BigInt(MEMORY_BYTES) + 1n, VIOLATION],
    [1n, BigInt(MEMORY_BYTES), VIOLATION],
    [2n, U64_MAX, VIOLATION],
    [2n ** 63n, 0n, OVERFLOW],
    [
      2n ** 40n,
      0n,
      'GasLimitExceeded: Exceeded the maximum amount of gas allowed to burn per contract.',
    ],
    [10n ** 8n, 0n, 'GasExceeded: Exceeded the prepaid gas.'],
  ];
  for (const [length, ptr, error] of cases) {
    it(`${length} bytes at ${ptr}: ${error}`, () => {
      const harness = new HostHarness();
      assert.equal(
        hostErrorOf(() => harness.call('write_register', 0, length, ptr)),
        error,
      );
    });
  }
});

describe('context', () => {
  it('texts and bytes go to registers', () => {
    const harness = new HostHarness({ input: utf8ToBytes('args') });
    const expected: Readonly<Record<string, string>> = {
      current_account_id: hex('alice.near'),
      chain_id: hex('localnet'),
      signer_account_id: hex('bob.near'),
      signer_account_pk: '00'.repeat(33),
      predecessor_account_id: hex('carol.near'),
      refund_to_account_id: hex('dan.near'),
      input: hex('args'),
      random_seed: '07'.repeat(32),
    };
    for (const [name, value] of Object.entries(expected)) {
      harness.call(name, 1);
      assert.equal(harness.register(1), value, name);
    }
  });

  it('numbers are returned', () => {
    const harness = new HostHarness();
    assert.equal(harness.call('block_index'), 10n);
    assert.equal(harness.call('block_timestamp'), 42n);
    assert.equal(harness.call('epoch_height'), 1n);
    assert.equal(harness.call('storage_usage'), 1000n);
    assert.equal(harness.call('prepaid_gas'), 300_000_000_000_000n);
    assert.equal(harness.call('used_gas'), 6n * 264_768_111n);
  });

  it('input is not charged by the byte', () => {
    const harness = new HostHarness({ input: new Uint8Array(1000) });
    harness.call('input', 0);
    assert.deepEqual(Object.keys(harness.charged()), ['base', 'write_register_base']);
  });

  it('the contract is described by its kind', () => {
    const hash = new Uint8Array(32).fill(1);
    const cases = [
      [{ kind: 'None' }, 0n, undefined],
      [{ kind: 'Local', value: hash }, 1n, bytesToHex(hash)],
      [{ kind: 'Global', value: hash }, 2n, bytesToHex(hash)],
      [{ kind: 'GlobalByAccount', value: 'lib.near' }, 3n, hex('lib.near')],
    ] as const;
    for (const [accountContract, code, register] of cases) {
      const harness = new HostHarness({ accountContract });
      assert.equal(harness.call('current_contract_code', 0), code);
      assert.equal(harness.register(0), register);
    }
  });

  it('views know neither the caller nor the gas', () => {
    const names = `signer_account_id signer_account_pk predecessor_account_id refund_to_account_id
      prepaid_gas used_gas promise_results_count`;
    for (const name of names.split(/\s+/)) {
      const harness = new HostHarness({ view: { maxGasBurnt: 10n ** 14n } });
      const error = hostErrorOf(() => harness.call(name, ...(name.startsWith('p') ? [] : [0])));
      assert.equal(error, `ProhibitedInView: ${name} is not allowed in view calls`);
    }
  });
});

describe('economics and validators', () => {
  it('write amounts of 16 bytes', () => {
    const harness = new HostHarness({ accountLockedBalance: 2n ** 127n + 5n });
    harness.call('account_balance', 0);
    harness.call('account_locked_balance', 16);
    harness.call('attached_deposit', 32);
    assert.equal(bytesToHex(harness.peek(0, 16)), `6e${'00'.repeat(15)}`);
    assert.equal(bytesToHex(harness.peek(16, 16)), `05${'00'.repeat(14)}80`);
    assert.equal(bytesToHex(harness.peek(32, 16)), `0a${'00'.repeat(15)}`);
    assert.equal(
      hostErrorOf(() => harness.call('account_balance', MEMORY_BYTES - 15)),
      VIOLATION,
    );
  });

  it('stakes of accounts that do not validate are zero', () => {
    const harness = new HostHarness();
    harness.call('validator_stake', ...harness.put('x.near'), 0);
    harness.call('validator_total_stake', 0);
    assert.equal(bytesToHex(harness.peek(0, 16)), '00'.repeat(16));
  });

  it('account ids are checked', () => {
    const harness = new HostHarness();
    const call = (id: string | Uint8Array) => () =>
      harness.call('validator_stake', ...harness.put(id), 0);
    const invalid = 'InvalidAccountId: VM Logic returned an invalid account id';
    assert.equal(hostErrorOf(call('A.near')), invalid);
    assert.equal(hostErrorOf(call('')), invalid);
    const badUtf8 = 'BadUTF8: String encoding is bad UTF-8 sequence.';
    assert.equal(hostErrorOf(call(Uint8Array.of(0xff))), badUtf8);
  });
});

describe('hashes', () => {
  const cases: readonly (readonly [name: string, input: string, digest: string])[] = [
    ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['keccak256', '', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    [
      'keccak512',
      '',
      '0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304' +
        'c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e',
    ],
    ['ripemd160', 'abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
  ];
  for (const [name, input, digest] of cases) {
    it(`${name} of "${input}"`, () => {
      const harness = new HostHarness();
      harness.call(name, ...harness.put(input), 7);
      assert.equal(harness.register(7), digest);
    });
  }

  it('take their input from a register', () => {
    const harness = new HostHarness();
    harness.call('write_register', 2n ** 60n, ...harness.put('abc'));
    harness.call('ripemd160', U64_MAX, 2n ** 60n, 0);
    assert.equal(harness.register(0), '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc');
  });

  it('ripemd160 charges by blocks of 64 bytes with the length', () => {
    const blocks = (length: number) => {
      const harness = new HostHarness();
      harness.call('ripemd160', length, 0, 0);
      return Number(harness.charged().ripemd160_block) / 680_107_584;
    };
    assert.deepEqual([0, 55, 56, 64, 119, 120].map(blocks), [1, 1, 2, 2, 2, 3]);
  });
});
