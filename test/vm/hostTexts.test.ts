// Logs, panics and return values: decoding, budgets and the order of checks.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostHarness, hostErrorOf, U64_MAX } from './support/hostHarness.ts';

const BAD_UTF16 = 'BadUTF16: String encoding is bad UTF-16 sequence.';

function utf16(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf16le'));
}

function exceeded(length: number | bigint): string {
  return `TotalLogLengthExceeded: The length of a log message ${length} exceeds the limit 16384`;
}

describe('logs', () => {
  it('accept UTF-8 by length and up to a zero', () => {
    const harness = new HostHarness();
    harness.call('log_utf8', ...harness.put('héllo'));
    const [, ptr] = harness.put('end\0more');
    harness.call('log_utf8', U64_MAX, ptr);
    assert.deepEqual(harness.host.logs.entries, ['héllo', 'end']);
    const { read_memory_base, utf8_decoding_byte } = harness.charged();
    assert.equal(read_memory_base, 5n * 2_609_863_200n);
    assert.equal(utf8_decoding_byte, 9n * 291_580_479n);
  });

  it('accept UTF-16 by length and up to a zero', () => {
    const harness = new HostHarness();
    harness.call('log_utf16', ...harness.put(utf16('😀')));
    const [, ptr] = harness.put(utf16('ab\0c'));
    harness.call('log_utf16', U64_MAX, ptr);
    assert.deepEqual(harness.host.logs.entries, ['😀', 'ab']);
    const { log_byte, utf16_decoding_byte } = harness.charged();
    assert.equal(log_byte, 6n * 13_198_791n);
    assert.equal(utf16_decoding_byte, 8n * 163_577_493n);
  });

  it('refuse invalid text', () => {
    const harness = new HostHarness();
    const log = (name: string, bytes: Uint8Array) => () =>
      harness.call(name, ...harness.put(bytes));
    const badUtf8 = 'BadUTF8: String encoding is bad UTF-8 sequence.';
    assert.equal(hostErrorOf(log('log_utf8', Uint8Array.of(0x80))), badUtf8);
    assert.equal(hostErrorOf(log('log_utf16', Uint8Array.of(0x41))), BAD_UTF16);
    assert.equal(hostErrorOf(log('log_utf16', Uint8Array.of(0x00, 0xd8))), BAD_UTF16);
    assert.equal(hostErrorOf(log('log_utf16', Uint8Array.of(0x00, 0xdc, 0x00, 0xd8))), BAD_UTF16);
  });

  it('are at most 100', () => {
    const harness = new HostHarness();
    for (let i = 0; i < 100; i++) harness.call('log_utf8', 0, 0);
    const error = hostErrorOf(() => harness.call('log_utf8', 0, 0));
    assert.equal(error, 'NumberOfLogsExceeded: The number of logs will exceed the limit 100');
  });

  it('share 16,384 bytes', () => {
    const harness = new HostHarness();
    harness.call('log_utf8', 16_000, 0);
    assert.equal(
      hostErrorOf(() => harness.call('log_utf8', 385, 0)),
      exceeded(16_385),
    );
    const nearMax = hostErrorOf(() => harness.call('log_utf8', U64_MAX - 1n, 0));
    assert.equal(nearMax, exceeded(U64_MAX));
    assert.equal(
      hostErrorOf(() => harness.call('log_utf16', 386, 0)),
      exceeded(16_386),
    );
    assert.equal(
      hostErrorOf(() => harness.call('log_utf16', 385, 0)),
      BAD_UTF16,
    );
    harness.call('log_utf8', 384, 0);
    assert.equal(harness.host.logs.entries.length, 2);
  });

  it('stop scanning when the budget is used up', () => {
    const harness = new HostHarness();
    const [, ptr] = harness.put(new Uint8Array(20_000).fill(0x61));
    assert.equal(
      hostErrorOf(() => harness.call('log_utf8', U64_MAX, ptr)),
      exceeded(16_385),
    );
    assert.equal(harness.charged().read_memory_base, 16_385n * 2_609_863_200n);
    const wide = new HostHarness();
    const [, widePtr] = wide.put(new Uint8Array(20_000).fill(0x61));
    assert.equal(
      hostErrorOf(() => wide.call('log_utf16', U64_MAX, widePtr)),
      exceeded(16_386),
    );
  });

  it('count an entry twice in the error when its UTF-8 does not fit', () => {
    const harness = new HostHarness();
    const text = utf16('€'.repeat(6_000));
    const error = hostErrorOf(() => harness.call('log_utf16', ...harness.put(text)));
    assert.equal(error, exceeded(36_000));
  });
});

describe('ends of a call', () => {
  it('panic', () => {
    const harness = new HostHarness();
    const plain = hostErrorOf(() => harness.call('panic'));
    assert.equal(plain, 'GuestPanic: Smart contract panicked: explicit guest panic');
    const text = hostErrorOf(() => harness.call('panic_utf8', ...harness.put('boom')));
    assert.equal(text, 'GuestPanic: Smart contract panicked: boom');
  });

  it('abort logs and panics', () => {
    const harness = new HostHarness();
    const put = (text: string) => {
      const bytes = utf16(text);
      const [, header] = harness.put(Uint8Array.of(bytes.length, 0, 0, 0));
      harness.put(bytes);
      return Number(header) + 4;
    };
    const message = put('bad');
    const filename = put('a.ts');
    const error = hostErrorOf(() => harness.call('abort', message, filename, 7, 0xffffffff));
    const text = 'bad, filename: "a.ts" line: 7 col: 4294967295';
    assert.equal(error, `GuestPanic: Smart contract panicked: ${text}`);
    assert.deepEqual(harness.host.logs.entries, [`ABORT: ${text}`]);
    assert.equal(harness.charged().log_byte, BigInt(text.length) * 13_198_791n);
    assert.equal(
      hostErrorOf(() => harness.call('abort', 3, 8, 0, 0)),
      BAD_UTF16,
    );
  });

  it('value_return keeps the last value and pays for those that wait', () => {
    const harness = new HostHarness({ outputDataReceivers: ['alice.near', 'x.near'] });
    harness.call('value_return', ...harness.put('first'));
    harness.call('value_return', ...harness.put('xy'));
    assert.deepEqual(harness.host.returnData, { kind: 'value', value: Uint8Array.of(0x78, 0x79) });
    const perByte = 17_212_011n + 17_212_011n + 47_683_715n + 17_212_011n;
    assert.equal(harness.gas.profile().actions[14], 7n * perByte);
  });

  it('gas burns instructions', () => {
    const harness = new HostHarness();
    harness.call('gas', 3);
    assert.equal(harness.gas.profile().wasm, 3n * 822_756n);
  });
});
