// A dialect that cannot decode a universal state init refuses transactions with one, also with one
// that is delegated; the release decodes them at every version.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFromSeed, secretToPublic } from '../../../src/base/crypto/keys.ts';
import { RELEASE_RULES, SNAPSHOT_RULES } from '../../../src/params/protocolRules.ts';
import type { MethodContext } from '../../../src/rpc/core/context.ts';
import { requireDecodable } from '../../../src/rpc/transactions/decodable.ts';
import type { Action, NonDelegateAction } from '../../../src/types/action.ts';
import { createTransaction } from '../../support/transactions.ts';

const init: NonDelegateAction = {
  kind: 'UniversalStateInit',
  value: { stateInit: new Uint8Array(10), deposit: 0n },
};
const delegated: Action = {
  kind: 'Delegate',
  value: {
    delegateAction: {
      senderId: 'alice.near',
      receiverId: 'bob.near',
      actions: [init],
      nonce: 1n,
      maxBlockHeight: 1n,
      publicKey: secretToPublic(keyFromSeed('ed25519', 'alice')),
    },
    signature: { type: 'ed25519', data: new Uint8Array(64) },
  },
};
const transfer: Action = { kind: 'Transfer', value: { deposit: 1n } };

const context = (rules: typeof RELEASE_RULES) => ({ epochs: { rules } }) as MethodContext;

test('a state init is decoded by the dialects that have it', () => {
  for (const actions of [[init], [transfer, delegated]]) {
    const transaction = createTransaction({ actions });
    requireDecodable(context(RELEASE_RULES), transaction);
    assert.throws(() => requireDecodable(context(SNAPSHOT_RULES), transaction), {
      message: /Unexpected variant tag: 15/,
    });
  }
  requireDecodable(context(SNAPSHOT_RULES), createTransaction({ actions: [transfer] }));
});
