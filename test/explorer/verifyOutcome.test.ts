// The explorer's verification of light-client proofs, against proofs of a real chain: every outcome
// is proven, and no part of a proof can be changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutcomeProof, verifyOutcome } from '../../explorer/proof/verifyOutcome.ts';
import { formatHash } from '../../src/base/crypto/hash.ts';
import { ALICE, BOB, CAROL, NEAR, transfer } from '../chain/localChain.ts';
import { ask, request } from '../rpc/support/ask.ts';
import { LoggingChain } from '../rpc/support/loggingChain.ts';

const chain = new LoggingChain();
chain.deploy();
const said = chain.say('one', 'two');
const paid = chain.submit(CAROL, ALICE, [transfer(NEAR)]);
chain.settle();
const failed = chain.submit(ALICE, BOB, [
  {
    kind: 'FunctionCall',
    value: { methodName: 'no_such_method', args: new Uint8Array(0), gas: 10n ** 13n, deposit: 1n },
  },
]);
chain.settle();
chain.mine(3);

async function askChain(method: string, params: unknown) {
  const { body } = await ask(chain.context, '/', request(method, params));
  const { result, error } = JSON.parse(body);
  assert.equal(error, undefined, JSON.stringify(error));
  return result;
}

async function proveAll() {
  const { header } = await askChain('block', { finality: 'final' });
  const proofs: OutcomeProof[] = [];
  for (const { hash, transaction } of [said, paid, failed]) {
    const params = {
      tx_hash: formatHash(hash),
      sender_account_id: transaction.signerId,
      wait_until: 'NONE',
    };
    const status = await askChain('tx_status', params);
    const light_client_head = header.hash;
    for (const { id, outcome } of [status.transaction_outcome, ...status.receipts_outcome]) {
      const isTransaction = id === formatHash(hash);
      const what = isTransaction
        ? { type: 'transaction', transaction_hash: id, sender_id: outcome.executor_id }
        : { type: 'receipt', receipt_id: id, receiver_id: outcome.executor_id };
      proofs.push(await askChain('light_client_proof', { ...what, light_client_head }));
    }
  }
  return { head: header, proofs };
}

test('every outcome is proven', async () => {
  const { head, proofs } = await proveAll();
  assert.ok(proofs.length >= 8);
  for (const proof of proofs) assert.equal(await verifyOutcome(proof, head), null);
  const kinds = new Set(
    proofs.map(({ outcome_proof: { outcome } }) => Object.keys(outcome.status)[0]),
  );
  assert.deepEqual([...kinds].sort(), ['Failure', 'SuccessReceiptId', 'SuccessValue']);
});

test('no part of a proof can be changed', async () => {
  const { head, proofs } = await proveAll();
  const proof = proofs.find(({ outcome_proof }) => outcome_proof.outcome.logs.length > 0);
  assert.ok(proof !== undefined);
  const { outcome_proof, block_header_lite } = proof;
  const { outcome } = outcome_proof;
  const other = formatHash(said.hash);
  const withOutcome = (change: Partial<typeof outcome>): OutcomeProof => ({
    ...proof,
    outcome_proof: { ...outcome_proof, outcome: { ...outcome, ...change } },
  });
  const withLite = (change: Partial<typeof block_header_lite.inner_lite>): OutcomeProof => ({
    ...proof,
    block_header_lite: {
      ...block_header_lite,
      inner_lite: { ...block_header_lite.inner_lite, ...change },
    },
  });
  const changed: Record<string, OutcomeProof> = {
    logs: withOutcome({ logs: ['one', 'three'] }),
    gas: withOutcome({ gas_burnt: Number(outcome.gas_burnt) + 1 }),
    tokens: withOutcome({ tokens_burnt: `${BigInt(outcome.tokens_burnt) + 1n}` }),
    executor: withOutcome({ executor_id: CAROL }),
    status: withOutcome({ status: { SuccessValue: 'AA==' } }),
    receipts: withOutcome({ receipt_ids: [other] }),
    id: { ...proof, outcome_proof: { ...outcome_proof, id: other } },
    'block hash': { ...proof, outcome_proof: { ...outcome_proof, block_hash: other } },
    time: withLite({ timestamp_nanosec: '1' }),
    height: withLite({ height: 1 }),
    'outcome root': withLite({ outcome_root: other }),
    'rest of the header': {
      ...proof,
      block_header_lite: { ...block_header_lite, inner_rest_hash: other },
    },
    'path of blocks': { ...proof, block_proof: proof.block_proof.slice(1) },
  };
  for (const [what, wrong] of Object.entries(changed)) {
    assert.notEqual(await verifyOutcome(wrong, head), null, what);
  }
  assert.notEqual(await verifyOutcome(proof, { ...head, block_merkle_root: other }), null);
});
