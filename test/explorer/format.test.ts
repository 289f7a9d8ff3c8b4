// How the explorer parses and formats values, in tables: amounts, times, contract bytes, actions,
// failures, exported functions, page URLs, and forms for params.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionName } from '../../explorer/chain/wire.ts';
import { describeAction, describeFailure } from '../../explorer/format/actions.ts';
import {
  formatBytes,
  formatCount,
  formatNear,
  formatNumberOf,
  formatPercent,
  formatTgas,
  parseNear,
} from '../../explorer/format/amounts.ts';
import { base64ToBytes, bytesToBase64, hexToBytes } from '../../explorer/format/bytes.ts';
import {
  formatParams,
  listForms,
  nameForm,
  type Schema,
} from '../../explorer/format/paramForms.ts';
import { describePermission } from '../../explorer/format/permissions.ts';
import { formatSpan } from '../../explorer/format/times.ts';
import { decodeValue } from '../../explorer/format/values.ts';
import { listExportedFunctions } from '../../explorer/format/wasm.ts';
import { parseHash } from '../../explorer/proof/base58.ts';
import { utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import type { ActionView } from '../../src/types/views/actionView.ts';
import { recordedContract } from '../support/recordedContracts.ts';

test('amounts', () => {
  const nears: [string, string][] = [
    ['0', '0 NEAR'],
    ['1', '1 yocto'],
    ['-1', '−1 yocto'],
    ['999999', '999,999 yocto'],
    ['1000000', '<0.00001 NEAR'],
    ['-1000000', '−<0.00001 NEAR'],
    ['1000000000000000000000000', '1 NEAR'],
    ['1500000000000000000000000', '1.5 NEAR'],
    ['1234567890000000000000000000000', '1,234,567.89 NEAR'],
    ['-2500000000000000000000000', '−2.5 NEAR'],
    ['9999999999999999999999999', '9.99999 NEAR'],
  ];
  for (const [yocto, text] of nears) assert.equal(formatNear(yocto), text, yocto);
  assert.equal(formatCount(1234567), '1,234,567');
  assert.equal(formatNumberOf(1, 'receipt'), '1 receipt');
  assert.equal(formatNumberOf(1200, 'receipt'), '1,200 receipts');
  assert.equal(formatTgas(0), '0');
  assert.equal(formatTgas(1), '<0.01');
  assert.equal(formatTgas(2_428_000_000_000), '2.43');
  assert.equal(formatTgas(35_900_000_000_000), '35.90');
  assert.equal(formatTgas(1_204_000_000_000_000), '1,204');
  assert.equal(formatTgas(300_000_000_000_000), '300');
  assert.equal(formatBytes(999), '999 B');
  assert.equal(formatBytes(182_000), '182 kB');
  assert.equal(formatBytes(1_500_000), '1.5 MB');
  assert.equal(formatPercent(1, 3), '33%');
  assert.equal(formatPercent(1, 100_000), '<0.1%');
  assert.equal(formatPercent(0, 0), '0%');
});

test('amounts that people type', () => {
  assert.equal(parseNear('1'), 10n ** 24n);
  assert.equal(parseNear(' 1,000.5 '), 10n ** 27n + 5n * 10n ** 23n);
  assert.equal(parseNear('.000000000000000000000001'), 1n);
  for (const text of ['', 'x', '-1', '1e3', '1.0000000000000000000000001', '.']) {
    assert.equal(parseNear(text), null, text);
  }
});

test('spans', () => {
  const spans: [number, string][] = [
    [0, '0 ms'],
    [999, '999 ms'],
    [1500, '1.5 s'],
    [61_000, '1 min'],
    [7_200_000, '2 h'],
    [200_000_000, '2 days'],
  ];
  for (const [ms, text] of spans) assert.equal(formatSpan(ms), text);
});

test('bytes of contracts', () => {
  const cases: [Uint8Array, string, string][] = [
    [utf8ToBytes(''), 'nothing', ''],
    [utf8ToBytes('{"a":1}'), 'JSON', '{\n  "a": 1\n}'],
    [utf8ToBytes('"text"'), 'JSON', '"text"'],
    [utf8ToBytes('{"big":12345678901234567890}'), 'JSON', '{"big":12345678901234567890}'],
    [utf8ToBytes('plain <b>text</b>'), 'text', 'plain <b>text</b>'],
    [Uint8Array.of(3, 0, 0, 0, 0x61, 0x62, 0x63), 'Borsh string', 'abc'],
    [Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), 'integer', '1'],
    [Uint8Array.of(0xff, 0xfe, 0xfd), 'bytes', 'fffefd'],
    [Uint8Array.of(0x1b, 0x5b, 0x31), 'bytes', '1b5b31'],
  ];
  for (const [bytes, kind, text] of cases) {
    assert.deepEqual(decodeValue(bytes), { kind, text, length: bytes.length }, kind);
  }
  assert.deepEqual(hexToBytes('00ff'), Uint8Array.of(0, 255));
  for (const text of ['0', 'xx', '0x00']) assert.equal(hexToBytes(text), null, text);
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  assert.deepEqual(base64ToBytes(bytesToBase64(every)), every);
});

test('actions in words', () => {
  const call = (deposit: string) => ({
    FunctionCall: { method_name: 'vote', args: '', gas: 1, deposit },
  });
  const cases: [Parameters<typeof describeAction>[0], string][] = [
    ['CreateAccount', 'create the account'],
    [{ Transfer: { deposit: '1500000000000000000000000' } }, 'send 1.5 NEAR'],
    [call('0'), 'call vote'],
    [call('1'), 'call vote'],
    [call('2000000000000000000000000'), 'call vote with 2 NEAR'],
    [{ AddKey: { access_key: { permission: 'FullAccess' } } }, 'add a full-access key'],
    [
      { Delegate: { delegate_action: { sender_id: 'a.near', actions: ['CreateAccount'] } } },
      'for a.near: create the account',
    ],
    [{ SomethingNew: {} }, 'something new'],
  ];
  for (const [action, words] of cases) assert.equal(describeAction(action), words);
});

test('failures in words', () => {
  const failed = (kind: unknown) => ({ ActionError: { index: 0, kind } });
  const cases: [unknown, string][] = [
    [
      failed({ FunctionCallError: { ExecutionError: 'Smart contract panicked: no' } }),
      'Smart contract panicked: no',
    ],
    [
      failed({ AccountDoesNotExist: { account_id: 'a.near' } }),
      'Account does not exist (account id a.near)',
    ],
    [
      { ActionError: { index: 1, kind: { AccountDoesNotExist: { account_id: 'a.near' } } } },
      'action 2: Account does not exist (account id a.near)',
    ],
    [
      { InvalidTxError: { InvalidNonce: { ak_nonce: 2, tx_nonce: 1 } } },
      'Invalid nonce (ak nonce 2, tx nonce 1)',
    ],
    [{ InvalidTxError: 'Expired' }, 'Expired'],
    [failed({ FunctionCallError: { MethodResolveError: 'MethodNotFound' } }), 'Method not found'],
    ['Expired', 'Expired'],
    [
      { NotEnoughBlocks: { produced: 1, expected: 9 } },
      'Not enough blocks (produced 1, expected 9)',
    ],
  ];
  for (const [failure, words] of cases) assert.equal(describeFailure(failure), words);
});

test('permissions in words', () => {
  assert.equal(describePermission('FullAccess').words, 'full access');
  const limited = describePermission({
    FunctionCall: { receiver_id: 'app.near', method_names: ['a', 'b'], allowance: '5' },
  });
  assert.deepEqual(limited, {
    words: 'a, b of app.near',
    isFull: false,
    isGasKey: false,
    receiver: 'app.near',
    methods: ['a', 'b'],
    allowance: '5',
    balance: null,
  });
});

test('exported functions', () => {
  assert.ok(listExportedFunctions(recordedContract('hostcall')).includes('run'));
  assert.ok(!listExportedFunctions(recordedContract('hostcall')).includes('memory'));
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const cases: number[][] = [[], header, [...header, 7], [...header, 7, 100, 200, 200, 3, 5]];
  for (const bytes of cases) {
    assert.ok(Array.isArray(listExportedFunctions(Uint8Array.from(bytes))), `${bytes}`);
  }
});

test('hashes', () => {
  for (const seed of ['a', 'b', 'c']) {
    const hash = sha256(utf8ToBytes(seed));
    assert.deepEqual(parseHash(formatHash(hash)), new Uint8Array(hash));
  }
  assert.deepEqual(parseHash('1'.repeat(32)), new Uint8Array(32));
  for (const text of ['', '1', '0'.repeat(44), 'z'.repeat(44), 'alice.near']) {
    assert.equal(parseHash(text), null, text);
  }
});

test('forms of params', () => {
  const schema: Schema = {
    allOf: [
      {
        oneOf: [
          { properties: { block_id: { oneOf: [{ type: 'integer' }, { type: 'string' }] } } },
          { properties: { finality: { type: 'string', enum: ['final', 'optimistic'] } } },
        ],
      },
      {
        properties: {
          request_type: { enum: ['view'] },
          account_id: { type: 'string' },
          limit: { type: 'integer' },
        },
        required: ['request_type', 'account_id'],
      },
    ],
  };
  const forms = listForms(schema);
  assert.deepEqual(forms.map(nameForm), [
    'block_id, view, account_id, limit',
    'finality, view, account_id, limit',
  ]);
  const [byBlock, byFinality] = forms;
  assert.ok(byBlock !== undefined && byFinality !== undefined);
  assert.equal(
    formatParams(byBlock, { block_id: '12345678901234567890', account_id: 'a"b' }),
    '{"block_id":12345678901234567890,"request_type":"view","account_id":"a\\"b"}',
  );
  assert.equal(
    formatParams(byBlock, { block_id: 'Abc', account_id: '' }),
    '{"block_id":"Abc","request_type":"view","account_id":""}',
  );
  assert.equal(
    formatParams(byFinality, { finality: 'final', account_id: 'a', limit: '5' }),
    '{"finality":"final","request_type":"view","account_id":"a","limit":5}',
  );
  assert.deepEqual(listForms({ type: 'string' }), []);
});

/** True if both unions have the same members, which the compiler checks. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;

test('the explorer knows every action that the node has', () => {
  const isSame: Same<ActionName, ActionView['kind']> = true;
  assert.ok(isSame);
  assert.equal(
    describeAction('constructor'),
    'constructor',
    'an inherited property is not an action',
  );
});
