// Clients generated from the official document and from ours run the same scenario against a node.
// The text of the scenario is the same, too, and its types come from the generators: what the
// documents do not agree on does not compile.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bytesToBase64, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { formatHash, sha256 } from '../../src/base/crypto/hash.ts';
import { formatPublicKey, keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { Action } from '../../src/types/action.ts';
import { readOfficialText, readOurText } from '../schema/support/documents.ts';
import {
  compileClients,
  emptyTarget,
  GENERATORS,
  generateClient,
  loadScenario,
} from '../schema/support/generateClients.ts';
import { ALICE, BOB, startTestNode } from '../support/runningNode.ts';
import { callContract, deploy, Sender, transfer } from '../support/sender.ts';
import { storageContract } from '../support/storageContract.ts';

const DOCUMENTS = { official: readOfficialText(), ours: readOurText() };
const gasKey = secretToPublic(keyFromSeed('ed25519', 'gas key'));

const PREPARATION: readonly Action[] = [
  deploy(storageContract),
  callContract('put', utf8ToBytes('stored')),
  ...(['CodeHash', 'AccountId'] as const).map(
    (deployMode): Action => ({
      kind: 'DeployGlobalContract',
      value: { code: storageContract, deployMode },
    }),
  ),
  {
    kind: 'AddKey',
    value: {
      publicKey: gasKey,
      accessKey: {
        nonce: 0n,
        permission: { kind: 'GasKeyFullAccess', value: { balance: 0n, numNonces: 2 } },
      },
    },
  },
];

before(async () => {
  emptyTarget();
  for (const [name, text] of Object.entries(DOCUMENTS)) {
    for (const generator of GENERATORS) await generateClient(generator, name, text);
  }
});

test('they compile', () => {
  assert.equal(compileClients(), '');
});

test('they run the same scenario with the same results', async () => {
  const { rpc } = await startTestNode();
  const alice = new Sender(rpc, ALICE);
  const { status } = await alice.send(ALICE, PREPARATION);
  assert.deepEqual(status, { SuccessValue: '' });
  const input = {
    url: rpc.url,
    signerId: ALICE,
    receiverId: BOB,
    publicKey: formatPublicKey(secretToPublic(alice.secret)),
    gasKey: formatPublicKey(gasKey),
    contractId: ALICE,
    codeHash: formatHash(sha256(storageContract)),
    signTransfer: async () => bytesToBase64((await alice.sign(BOB, [transfer(1n)])).bytes),
  };
  const results: unknown[] = [];
  for (const name of Object.keys(DOCUMENTS)) {
    for (const generator of GENERATORS) {
      const runScenario = await loadScenario(generator, name);
      results.push(await runScenario(input));
    }
  }
  for (const result of results) assert.deepEqual(result, results[0]);
});
