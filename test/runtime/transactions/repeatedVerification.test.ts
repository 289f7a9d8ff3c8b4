// A transaction is verified several times on its way into a chunk. What was found earlier is used
// again only while the gas price, the protocol and the authorisation are the same.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BY_SIGNATURE } from '../../../src/runtime/transactions/authorisation.ts';
import {
  type VerifyInput,
  verifyTransaction,
} from '../../../src/runtime/transactions/verifyTransaction.ts';
import type { Account } from '../../../src/types/account.ts';
import { plainNonce } from '../../../src/types/signTransaction.ts';
import { PROTOCOL } from '../../support/protocol.ts';
import { createTransaction } from '../../support/transactions.ts';

const BURNT = 22_318_256_250_000_000_000n;
const account: Account = {
  amount: 10n ** 24n,
  locked: 0n,
  storageUsage: 182,
  contract: { kind: 'None' },
  version: 'V1',
};
const signed = createTransaction({
  nonce: plainNonce(11n),
  actions: [{ kind: 'Transfer', value: { deposit: 1n } }],
});

/** What is burnt, or the kind of the error. */
function verify(changes: Partial<VerifyInput>): bigint | string {
  const verdict = verifyTransaction({
    protocol: PROTOCOL,
    signed,
    authorisation: BY_SIGNATURE,
    signer: {
      account,
      accessKey: { nonce: 10n, permission: { kind: 'FullAccess' } },
      gasKeyNonce: null,
    },
    gasPrice: 100_000_000n,
    nonceHeight: 5,
    unknownSigner: 'InvalidSignerId',
    ...changes,
  });
  return verdict.kind === 'refused' ? verdict.error.kind : verdict.cost.burntAmount;
}

test('verification is repeated under another price, protocol or authorisation', () => {
  const limits = { ...PROTOCOL.limits, maxTransactionSize: 10 };
  const nobody = { ...BY_SIGNATURE, isAuthentic: () => false };
  for (let round = 0; round < 2; round++) {
    assert.equal(verify({}), BURNT, `round ${round}`);
    assert.equal(verify({ gasPrice: 200_000_000n }), 2n * BURNT, `round ${round}`);
    assert.equal(verify({ protocol: { ...PROTOCOL, limits } }), 'TransactionSizeExceeded');
    assert.equal(verify({ authorisation: nobody }), 'InvalidSignature', `round ${round}`);
  }
});
