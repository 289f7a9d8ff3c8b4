// Universal accounts: ids, state inits, the action, uninitialized accounts and errors are compared
// with values of the reference's own types, in bytes and as JSON.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToHex, hexToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { parseExactJson } from '../../src/base/json/exactJson.ts';
import { type Codec, decode, encode } from '../../src/codec/codec.ts';
import { Account } from '../../src/types/account.ts';
import {
  isAccountId,
  isDeterministic,
  isEthImplicit,
  isNearImplicit,
  isUniversal,
} from '../../src/types/accountId.ts';
import { Action, delegateActionHash, delegateActionV2Hash } from '../../src/types/action.ts';
import { ActionError, ActionErrorKind } from '../../src/types/actionErrors.ts';
import { StateRecord } from '../../src/types/genesis.ts';
import {
  ActionsValidationError,
  InvalidTxError,
  ReceiptValidationError,
} from '../../src/types/transactionErrors.ts';
import {
  decodeStateInit,
  summarizeStateInit,
  UniversalStateInit,
  universalAccountId,
} from '../../src/types/universalStateInit.ts';
import { AccountView, accountFromView, accountToView } from '../../src/types/views/accountView.ts';
import { ActionView, actionFromView, actionToView } from '../../src/types/views/actionView.ts';
import { readUniversalVectors } from './universalVectors.ts';

const vectors = readUniversalVectors();

function accountType(id: string): string {
  if (!isAccountId(id)) return 'invalid';
  if (isNearImplicit(id)) return 'NearImplicitAccount';
  if (isEthImplicit(id)) return 'EthImplicitAccount';
  if (isDeterministic(id)) return 'NearDeterministicAccount';
  return isUniversal(id) ? 'UniversalAccount' : 'NamedAccount';
}

test('ids are classified as the reference classifies them', () => {
  for (const [id, type] of vectors.ids) assert.equal(accountType(id), type, id);
});

test('a state init has the id, status and counts of the reference', () => {
  for (const row of vectors.stateInits) {
    const raw = hexToBytes(row.raw);
    const { status, entryCount, keyCount } = summarizeStateInit(raw);
    assert.equal(universalAccountId(raw), row.id, row.raw);
    assert.ok(isUniversal(row.id), row.id);
    assert.equal(status, row.status, row.raw);
    assert.deepEqual([entryCount, keyCount], row.counts, row.raw);
  }
});

test('a state init is decoded in any encoding, and has one of its own', () => {
  for (const row of vectors.stateInits) {
    const stateInit = decodeStateInit(hexToBytes(row.raw));
    if (row.json === null || row.canonical === null) {
      assert.equal(stateInit, null, row.raw);
      continue;
    }
    assert.ok(stateInit !== null, row.raw);
    assert.equal(bytesToHex(encode(UniversalStateInit, stateInit)), row.canonical, row.raw);
    assert.equal(UniversalStateInit.json(stateInit), row.json);
    assert.deepEqual(UniversalStateInit.parse(parseExactJson(row.json)), stateInit, row.json);
  }
});

test('the action and delegated ones have the bytes, JSON, view and hash of the reference', () => {
  for (const row of [...vectors.actions, ...vectors.delegates]) {
    const action = decode(Action, hexToBytes(row.borsh));
    assert.equal(bytesToHex(encode(Action, action)), row.borsh);
    assert.equal(Action.json(action), row.json);
    const shown = actionToView(action);
    assert.equal(ActionView.json(shown), row.view);
    assert.deepEqual(ActionView.parse(parseExactJson(row.view)), shown);
    assert.deepEqual(
      actionFromView(shown, () => null),
      action,
    );
  }
  for (const { borsh, hash } of vectors.delegates) {
    const action = decode(Action, hexToBytes(borsh));
    assert.ok(action.kind === 'Delegate' || action.kind === 'DelegateV2');
    const found =
      action.kind === 'Delegate'
        ? delegateActionHash(action.value.delegateAction)
        : delegateActionV2Hash(action.value.delegateAction);
    assert.equal(formatHash(found), hash, borsh);
  }
});

function accountRecord(account: string): unknown {
  return parseExactJson(`{"Account":{"account_id":"aa","account":${account}}}`);
}

test('accounts have the bytes, record and view of the reference', () => {
  for (const row of vectors.accounts) {
    const account = decode(Account, hexToBytes(row.borsh));
    assert.equal(bytesToHex(encode(Account, account)), row.borsh);
    const record = StateRecord.json({ kind: 'Account', value: { accountId: 'aa', account } });
    assert.equal(record, `{"Account":{"account":${row.json},"account_id":"aa"}}`);
    const shown = accountToView(account);
    assert.equal(AccountView.json(shown), row.view);
    assert.deepEqual(AccountView.parse(parseExactJson(row.view)), shown);
    assert.deepEqual(accountFromView(shown), account);
  }
});

test('records of accounts are accepted and refused as by the reference', () => {
  for (const { json, borsh, error } of vectors.accountRecords) {
    const parse = () => StateRecord.parse(accountRecord(json));
    if (error !== undefined) {
      assert.throws(parse, { message: error }, json);
      continue;
    }
    const record = parse();
    assert.ok(record.kind === 'Account');
    assert.equal(bytesToHex(encode(Account, record.value.account)), borsh, json);
  }
});

const ERRORS: Readonly<Record<string, Codec<unknown>>> = {
  ActionsValidationError: ActionsValidationError as Codec<unknown>,
  InvalidTxError: InvalidTxError as Codec<unknown>,
  ReceiptValidationError: ReceiptValidationError as Codec<unknown>,
  ActionError: ActionError as Codec<unknown>,
  ActionErrorKind: ActionErrorKind as Codec<unknown>,
};

test('errors have the numbers, fields and JSON of the reference', () => {
  for (const { type, borsh, json } of vectors.errors) {
    const codec = ERRORS[type];
    assert.ok(codec !== undefined, type);
    const error = decode(codec, hexToBytes(borsh));
    assert.equal(bytesToHex(encode(codec, error)), borsh, json);
    assert.equal(codec.json(error), json);
    assert.deepEqual(codec.parse(parseExactJson(json)), error, json);
  }
});
