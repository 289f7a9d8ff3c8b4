// perigee_profile_transaction and perigee_coverage: params, results and errors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { CoverageReport } from '../../../src/trace/coverage/coverageReport.ts';
import { coverBlocks } from '../../../src/trace/coverage/coverBlocks.ts';
import { profileTransaction } from '../../../src/trace/profile/profileTransaction.ts';
import { TransactionProfile } from '../../../src/trace/profile/transactionProfile.ts';
import { TraceError } from '../../../src/trace/reexecute/traceError.ts';
import { readBuilt } from '../../symbols/support/builtContracts.ts';
import { createContractChain } from '../../trace/profile/contractChain.ts';
import { ask, request } from '../support/ask.ts';
import { createFakeContext } from '../support/fakeContext.ts';

const PROFILE = 'perigee_profile_transaction';
const COVERAGE = 'perigee_coverage';
const ID = formatHash(sha256(new Uint8Array()));

async function askNode(parts: Partial<RpcContext>, method: string, params: object) {
  const context = createFakeContext({ reportFailure: () => {}, ...parts });
  const plain = await ask(context, '/', request(method, params));
  return JSON.parse(plain.body);
}

test('a profile and a report', async () => {
  const chain = await createContractChain(readBuilt('counter.wasm'));
  const hash = await chain.call({ method: 'count' });
  const parts: Partial<RpcContext> = {
    chain: chain.chain.stored,
    profileTransaction: async (asked) => {
      const profile = profileTransaction(chain.source, asked);
      return profile && TransactionProfile.json(profile);
    },
    coverBlocks: async (range) => CoverageReport.json(coverBlocks(chain.source, range, () => 0)),
  };
  const { result } = await askNode(parts, PROFILE, { tx_hash: formatHash(hash) });
  const gas = result.nodes.reduce((sum: number, node: { gas: number }) => sum + node.gas, 0);
  assert.equal(gas, result.gas_burnt);
  assert.equal(result.nodes[0].parent, undefined);
  const unknown = await askNode(parts, PROFILE, { tx_hash: ID });
  assert.equal(unknown.error.cause.name, 'UNKNOWN_TRANSACTION');
  const wrong = await askNode(parts, PROFILE, { tx_hash: 'no hash' });
  assert.equal(wrong.error.cause.name, 'PARSE_ERROR');

  const whole = await askNode(parts, COVERAGE, {});
  assert.equal(whole.result.contracts[0].calls, 1);
  const none = await askNode(parts, COVERAGE, { from_height: 1, to_height: 1 });
  assert.deepEqual(none.result.contracts, []);
  assert.equal(none.result.next_height, null);
  const negative = await askNode(parts, COVERAGE, { from_height: -1 });
  assert.equal(negative.error.cause.name, 'PARSE_ERROR');
});

test('what cannot be executed again has an error of its own', async () => {
  for (const [method, params] of [
    [PROFILE, { tx_hash: ID }],
    [COVERAGE, {}],
  ] as const) {
    for (const [info, name] of [
      [{ code: 'trace_unavailable' }, 'TRACE_UNAVAILABLE'],
      [{ code: 'trace_differs', field: 'logs' }, 'TRACE_DIFFERS'],
    ] as const) {
      const fail = () => Promise.reject(new TraceError(info, 'why'));
      const parts = { profileTransaction: fail, coverBlocks: fail };
      const { error } = await askNode(parts, method, params);
      assert.deepEqual([error.cause.name, error.data], [name, 'why']);
    }
    const { error } = await askNode({}, method, params);
    assert.equal(error.cause.name, 'METHOD_NOT_FOUND', 'a node that cannot execute blocks');
  }
});
