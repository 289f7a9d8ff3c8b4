/** Hash functions against published digests, and the text form of hashes with its refusals. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  u32Le,
  utf8ToBytes,
} from '../../../src/base/bytes/bytes.ts';
import {
  blake2b256,
  blake2b512,
  combineHash,
  formatHash,
  HASH_ZERO,
  keccak256,
  keccak512,
  parseHash,
  ripemd160,
  sha3_256,
  sha256,
  sha512,
} from '../../../src/base/crypto/hash.ts';
import { PerigeeError } from '../../../src/base/errors.ts';

const text = utf8ToBytes;

test('digests in hex', () => {
  const cases: [(bytes: Uint8Array) => Uint8Array, string, string][] = [
    [sha3_256, '', 'a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a'],
    [sha3_256, 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
    [keccak256, '', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    [keccak256, 'abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
    [
      keccak512,
      '',
      '0eab42de4c3ceb9235fc91acffe746b29c29a8c366b7c60e4e67c466f36a4304' +
        'c00fa9caf9d87976ba469bcbe06713b435f091ef2769fb160cdab33d3670680e',
    ],
    [blake2b256, '', '0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8'],
    [
      blake2b512,
      'abc',
      'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1' +
        '7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
    ],
    [ripemd160, '', '9c1185a5c5e9fc54612808977ee8f548b2258d31'],
    [ripemd160, 'abc', '8eb208f7e05d987a9b044a8e98c6b087f15a0bfc'],
    [sha256, 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      sha512,
      'abc',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
        '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    ],
  ];
  for (const [digest, input, expected] of cases) {
    const result = digest(text(input));
    assert.equal(bytesToHex(result), expected, `${digest.name} of "${input}"`);
    assert.equal(Object.getPrototypeOf(result), Uint8Array.prototype);
  }
});

test('digests inside the random function and of a state init', () => {
  const scalar = 'cc0fb71e1f068c41898b8252aed624d1d0e5df47778f7787faab45cdf12fe308';
  assert.equal(
    bytesToHex(blake2b256(hexToBytes(scalar))),
    'f32d6e5c532a11cee4ce38370622441ad181b72e3d68f042736e6ba3434c5b77',
  );
  const base = 'e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76';
  assert.equal(
    bytesToHex(blake2b256(hexToBytes(base))),
    '0993bca60aa601325f1dc1959caf9ab0453cd395a2ad8229c7221d70d0904f0f',
  );
  const stateInit = hexToBytes('00010700000066742e6e65617200000000');
  const accountId = `0s${bytesToHex(keccak256(stateInit).slice(12))}`;
  assert.equal(accountId, '0s69284a5453e7be5632b28b6a01baecf6c12c156d');
});

test('SHA-256 in base58', () => {
  const cases: [Uint8Array, string][] = [
    [concatBytes(u32Le(3), text('foo')), 'CuoNgQBWsXnTqup6FY3UXNz6RRufnYyQVxx8HKZLUaRt'],
    [text('foo'), '3yMApqCuCjXDWPrbjfR5mjCPTHqFG8Pux1TxQrEM35jj'],
    [Uint8Array.of(0, 1, 2), 'CjNSmWXTWhC3EhRVtqLhRmWMTkRbU96wUACqxMtV1uGf'],
    [text('42'), '8kzzuAWtRcnhd4SnD2zeEuieq5VtuA8nsNcBgzpRaLuE'],
    [HASH_ZERO, '7tkzFg8RHBmMw1ncRJZCCZAizgq4rwCftTKYLce8RU8t'],
  ];
  for (const [input, expected] of cases) assert.equal(formatHash(sha256(input)), expected);
  assert.equal(
    bytesToHex(combineHash(HASH_ZERO, HASH_ZERO)),
    'f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b',
  );
});

test('the text form reads back', () => {
  assert.equal(formatHash(HASH_ZERO), '1'.repeat(32));
  assert.deepEqual(parseHash('1'.repeat(32)), HASH_ZERO);
  const hash = sha256(text('perigee'));
  assert.deepEqual(parseHash(formatHash(hash)), hash);
});

test('text that is not a hash is refused with the error text of the reference', () => {
  const badLength = (length: number) =>
    `invalid length ${length}, expected base58-encoded 256-bit hash`;
  const cases: [string, string][] = [
    ['', badLength(0)],
    ['x', badLength(1)],
    ['1'.repeat(31), badLength(31)],
    ['1'.repeat(33), badLength(33)],
    ['z'.repeat(44), badLength(44)],
    ['z'.repeat(50).concat('é'), badLength(52)],
    ['!', "provided string contained invalid character '!' at byte 0"],
    ['é', 'provided string contained non-ascii character starting at byte 0'],
  ];
  for (const [input, message] of cases) {
    assert.throws(
      () => parseHash(input),
      (error) =>
        error instanceof PerigeeError && error.code === 'hash' && error.message === message,
    );
  }
});

test('RIPEMD-160 of messages around the ends of blocks, against a second implementation', () => {
  for (let length = 0; length <= 200; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff);
    assert.deepEqual(ripemd160(message), nobleRipemd160(message), `${length} bytes`);
  }
});
