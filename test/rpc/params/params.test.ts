// Parsing params like serde: accepted shapes, the order in which errors are found, and their texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExactJson } from '../../../src/base/json/exactJson.ts';
import type { Codec } from '../../../src/codec/codec.ts';
import { bool, bytes, nonzeroU32, option, string, u64 } from '../../../src/codec/primitives.ts';
import { defaulted, flatten, struct } from '../../../src/codec/struct.ts';
import { tagged } from '../../../src/codec/tagged.ts';
import { union } from '../../../src/codec/union.ts';
import { ChunkReference } from '../../../src/rpc/core/chunkReference.ts';
import { RpcError } from '../../../src/rpc/messages/errors.ts';
import { BlockReference } from '../../../src/rpc/params/blockReference.ts';
import { stateRecord } from '../../../src/rpc/params/controlParams.ts';
import { exact, noParams, parseParams } from '../../../src/rpc/params/params.ts';
import { METHODS } from '../../../src/rpc/service/registry.ts';
import { sendParams, txStatusParams } from '../../../src/rpc/transactions/transactionRequest.ts';
import { accountId } from '../../../src/types/accountId.ts';
import { hash, publicKey } from '../../../src/types/primitives.ts';

/** The error in the params, or null. */
function findFault(parser: Codec<unknown>, json: string): string | null {
  try {
    parseParams(parser, parseExactJson(json));
    return null;
  } catch (error) {
    assert.ok(error instanceof RpcError);
    assert.equal(error.fields.cause.name, 'PARSE_ERROR');
    return JSON.parse(error.fields.data);
  }
}

function assertFaults(parser: Codec<unknown>, cases: readonly [string, string | null][]): void {
  for (const [json, fault] of cases) {
    const expected = fault && `Failed parsing args: ${fault}`;
    assert.equal(findFault(parser, json), expected, json);
  }
}

const HASH = '11111111111111111111111111111111';

test('records are objects or arrays', () => {
  const parser = struct('Pair', { blockHash: hash, name: string });
  assertFaults(parser, [
    [`{"block_hash":"${HASH}","name":"x"}`, null],
    [`{"block_hash":"${HASH}","name":"x","other":1}`, null],
    [`["${HASH}","x"]`, null],
    ['null', 'invalid type: null, expected struct Pair'],
    ['5', 'invalid type: integer `5`, expected struct Pair'],
    ['1.5', 'invalid type: floating point `1.5`, expected struct Pair'],
    ['"x"', 'invalid type: string "x", expected struct Pair'],
    ['"\\u0000\\u007f"', 'invalid type: string "\\0\\u{7f}", expected struct Pair'],
    ['{}', 'missing field `block_hash`'],
    [`{"block_hash":"${HASH}"}`, 'missing field `name`'],
    // A key with a wrong value is found before a missing one, in the order of the keys.
    ['{"name":5}', 'invalid type: integer `5`, expected a string'],
    ['{"name":5,"block_hash":"x"}', 'invalid length 1, expected base58-encoded 256-bit hash'],
    ['[]', 'invalid length 0, expected struct Pair with 2 elements'],
    [`["${HASH}"]`, 'invalid length 1, expected struct Pair with 2 elements'],
    [`["${HASH}","x",1]`, 'invalid length 3, expected fewer elements in array'],
  ]);
});

test('absent values', () => {
  const parser = struct('Some', { a: option(u64), b: defaulted(bool, false) });
  assertFaults(parser, [
    ['{}', null],
    ['{"a":null}', null],
    ['[null]', null],
    ['[]', 'invalid length 0, expected struct Some with 2 elements'],
    ['{"b":null}', 'invalid type: null, expected a boolean'],
  ]);
  assert.deepEqual(parseParams(parser, {}), { a: null, b: false });
});

test('scalars', () => {
  const cases: [Codec<unknown>, string, string | null][] = [
    [hash, '5', 'invalid type: integer `5`, expected base58-encoded 256-bit hash'],
    [hash, '"!"', "provided string contained invalid character '!' at byte 0"],
    [
      accountId,
      '"BAD"',
      'invalid value: "BAD", the Account ID contains an invalid character \'B\' at index 0',
    ],
    [
      publicKey,
      '"ed25519:xyz"',
      'invalid key length: expected the input of 32 bytes, but 3 was given',
    ],
    [bytes, '"%"', 'Invalid byte 37, offset 0.'],
    [bytes, '"YQ"', null],
    [bytes, '5', 'invalid type: integer `5`, expected a base64 encoded string'],
    [
      accountId,
      '"a\\u0000"',
      'invalid value: "a\0", the Account ID contains an invalid character \'\\0\' at index 1',
    ],
    [u64, '18446744073709551615', null],
    [u64, '-1', 'invalid value: integer `-1`, expected u64'],
    [u64, '1.0', 'invalid type: floating point `1.0`, expected u64'],
    [
      u64,
      '18446744073709551616',
      'invalid type: floating point `1.8446744073709552e19`, expected u64',
    ],
    [nonzeroU32, '4294967295', null],
    [nonzeroU32, '0', 'invalid value: integer `0`, expected a nonzero u32'],
    [nonzeroU32, '4294967296', 'invalid value: integer `4294967296`, expected a nonzero u32'],
    [nonzeroU32, '"1"', 'invalid type: string "1", expected a nonzero u32'],
  ];
  for (const [parser, json, fault] of cases) assertFaults(parser, [[json, fault]]);
});

test('unions named by their key', () => {
  const parser = union('Choice', { number: u64, nothing: null });
  assertFaults(parser, [
    ['{"number":1}', null],
    ['"nothing"', null],
    ['{"nothing":null}', null],
    ['{"nothing":1}', 'invalid type: integer `1`, expected unit'],
    ['"number"', 'invalid type: unit variant, expected newtype variant'],
    ['"x"', 'unknown variant `x`, expected `number` or `nothing`'],
    ['{"number":1,"nothing":null}', 'invalid value: map, expected map with a single key'],
    ['{}', 'invalid value: map, expected map with a single key'],
    ['[]', 'invalid type: sequence, expected string or map'],
    ['5', 'invalid type: integer `5`, expected string or map'],
  ]);
});

test('records of a patch', () => {
  const names =
    '`Account`, `Data`, `Contract`, `AccessKey`, `PostponedReceipt`, `ReceivedData`, ' +
    '`DelayedReceipt`, `GasKeyNonce`';
  assertFaults(stateRecord, [
    ['{"Data":{"account_id":"a.near","data_key":"YQ==","value":"YQ"}}', null],
    ['null', 'invalid type: null, expected string or map'],
    ['1.5', 'invalid type: floating point `1.5`, expected string or map'],
    ['{}', 'invalid value: map, expected map with a single key'],
    ['"x"', `unknown variant \`x\`, expected one of ${names}`],
    ['{"x":1}', `unknown variant \`x\`, expected one of ${names}`],
    ['"Data"', 'invalid type: unit variant, expected struct variant'],
    ['{"Data":1.5}', 'invalid type: floating point `1.5`, expected struct variant'],
    ['{"Data":{}}', 'missing field `account_id`'],
    ['{"DelayedReceipt":{}}', 'DelayedReceipt can not be written'],
  ]);
});

test('a tagged union as a value', () => {
  const union = tagged('Target', 'kind', {
    one_field: { x: u64 },
    two_fields: { x: u64, y: string },
  });
  const words = '`one_field` or `two_fields`';
  assertFaults(union, [
    ['{"kind":"one_field","x":1,"other":2}', null],
    ['["two_fields",1,"a"]', null],
    ['5', 'invalid type: integer `5`, expected internally tagged enum Target'],
    ['{}', 'missing field `kind`'],
    ['[]', 'missing field `kind`'],
    ['{"kind":0,"x":1}', 'invalid type: integer `0`, expected variant identifier'],
    ['[0]', 'invalid type: integer `0`, expected variant identifier'],
    ['["x"]', `unknown variant \`x\`, expected ${words}`],
    ['["one_field"]', 'invalid length 0, expected struct variant Target::OneField with 1 element'],
    [
      '["two_fields",1]',
      'invalid length 1, expected struct variant Target::TwoFields with 2 elements',
    ],
    ['["one_field",1,2,3]', 'invalid length 3, expected 1 element in sequence'],
  ]);
});

test('flattened parts are read after the fields of the record', () => {
  const choice = tagged('Choice', 'kind', { a: { x: u64 }, b: { y: string } });
  const parser = struct('Whole', {
    name: string,
    block: flatten(BlockReference),
    choice: flatten(choice),
  });
  assertFaults(parser, [
    ['{"name":"n","finality":"final","kind":"a","x":1,"z":1}', null],
    // The first of several reference keys counts.
    ['{"name":"n","finality":5,"block_id":1,"kind":"a","x":1}', null],
    ['{}', 'missing field `name`'],
    ['{"name":"n"}', 'no variant of enum BlockReference found in flattened data'],
    [
      '{"name":"n","finality":"sure"}',
      'unknown variant `sure`, expected one of `optimistic`, `near-final`, `final`',
    ],
    ['{"name":"n","finality":"final"}', 'missing field `kind`'],
    ['{"name":"n","finality":"final","kind":"c"}', 'unknown variant `c`, expected `a` or `b`'],
    // A variant may be given by its number.
    ['{"name":"n","finality":"final","kind":0,"x":1}', null],
    ['{"name":"n","finality":"final","kind":1,"x":1}', 'missing field `y`'],
    [
      '{"name":"n","finality":"final","kind":18446744073709551615}',
      'invalid value: integer `18446744073709551615`, expected variant index 0 <= i < 2',
    ],
    [
      '{"name":"n","finality":"final","kind":-1}',
      'invalid type: integer `-1`, expected variant identifier',
    ],
    [
      '{"name":"n","finality":"final","kind":5}',
      'invalid value: integer `5`, expected variant index 0 <= i < 2',
    ],
    ['{"name":"n","finality":"final","kind":"b","x":1}', 'missing field `y`'],
    ['[]', 'invalid type: sequence, expected struct Whole'],
    ['null', 'invalid type: null, expected struct Whole'],
  ]);
});

test('chunks', () => {
  const unmatched = 'data did not match any variant of untagged enum ChunkReference';
  assertFaults(ChunkReference, [
    ['{"block_id":18446744073709551615,"shard_id":18446744073709551615}', null],
    [`{"chunk_id":"${HASH}"}`, null],
    [`["${HASH}"]`, null],
    ['[[1,0]]', null],
    ['{"block_id":1,"shard_id":1.0}', unmatched],
    [`["${HASH}",0]`, unmatched],
    ['["x"]', 'invalid length 1, expected base58-encoded 256-bit hash'],
    ['[[1]]', 'invalid length 1, expected a tuple of size 2'],
    ['[["x",0]]', 'data did not match any variant of untagged enum BlockId'],
  ]);
});

test('transactions', () => {
  const words =
    'unknown variant `x`, expected one of `NONE`, `INCLUDED`, `EXECUTED_OPTIMISTIC`, ' +
    '`INCLUDED_FINAL`, `EXECUTED`, `FINAL`';
  assertFaults(txStatusParams, [
    [`{"tx_hash":"${HASH}","sender_account_id":"alice.near","wait_until":"NONE"}`, null],
    [`["${HASH}","alice.near"]`, null],
    [`["x","alice.near"]`, 'invalid length 1, expected base58-encoded 256-bit hash'],
    ['{"wait_until":"x"}', words],
    ['{"wait_until":null}', 'invalid type: null, expected string or map'],
    ['[]', 'invalid type: sequence, expected struct RpcTransactionStatusRequest'],
    ['[5]', 'invalid type: integer `5`, expected a string'],
    ['["a","b","c"]', 'invalid type: sequence, expected struct RpcTransactionStatusRequest'],
  ]);
  assertFaults(sendParams, [
    [
      '{"signed_tx_base64":"%"}',
      'the value could not decoded from base64 due to: Invalid byte 37, offset 0.',
    ],
    [
      '{"signed_tx_base64":"AAAA"}',
      'the value could not decoded from borsh due to: Unexpected length of input',
    ],
    ['[]', 'invalid length 0, expected struct RpcSendTransactionRequest with 2 elements'],
  ]);
  assert.equal(
    findFault(sendParams, '["AAAA","FINAL"]'),
    'Unable to parse send request: too many params passed',
  );
  assert.equal(
    findFault(txStatusParams, '["%"]'),
    'Failed to decode transaction: Invalid byte 37, offset 0.',
  );
});

test('requests of our own methods refuse misspelt keys', () => {
  const parser = exact('Mine', { blocks: defaulted(u64, 1n), blockHash: option(hash) });
  assertFaults(parser, [
    ['{}', null],
    ['{"blocks":3,"block_hash":null}', null],
    ['[3,null]', null],
    ['{"block":3}', 'unknown field `block`, did you mean `blocks`?'],
    ['{"blockHash":null}', 'unknown field `blockHash`, did you mean `block_hash`?'],
    ['{"blocks":3,"epoch":1}', 'unknown field `epoch`, expected `blocks` or `block_hash`'],
    ['null', 'invalid type: null, expected struct Mine'],
  ]);
  assertFaults(noParams, [
    ['null', null],
    ['{}', null],
    ['[]', null],
    ['{"id":1}', 'unknown field `id`, expected none'],
  ]);
});

test('every method of ours refuses a key that it does not know', () => {
  const own = METHODS.filter(({ name }) => name.startsWith('perigee_'));
  assert.ok(own.length > 30);
  for (const method of own) {
    assert.throws(
      () => method.prepare({ no_such_key: 1 }, 'root'),
      (error) => error instanceof RpcError && error.fields.data.includes('unknown field'),
      method.name,
    );
  }
});
