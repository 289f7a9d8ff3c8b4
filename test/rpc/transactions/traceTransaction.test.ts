// perigee_trace_transaction at both endpoints: params, results, and each of its errors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatHash, sha256 } from '../../../src/base/crypto/hash.ts';
import type { RpcContext } from '../../../src/rpc/core/context.ts';
import { TraceError } from '../../../src/trace/reexecute/traceError.ts';
import { TransactionTrace } from '../../../src/trace/tree/transactionTrace.ts';
import { callHost, createTracedChain } from '../../trace/tracedChain.ts';
import { ask, request } from '../support/ask.ts';
import { createFakeContext } from '../support/fakeContext.ts';

const METHOD = 'perigee_trace_transaction';
const ID = formatHash(sha256(new Uint8Array()));

async function askTrace(parts: Partial<RpcContext>, params: object, endpoint = '/') {
  const reported: unknown[] = [];
  const context = createFakeContext({ reportFailure: (error) => reported.push(error), ...parts });
  const { body } = await ask(context, endpoint, request(METHOD, params));
  return { ...JSON.parse(body), reported };
}

test('a trace, at both endpoints', async () => {
  const chain = await createTracedChain();
  const hash = await chain.send([callHost(['storage_write', 'key', 'value', 0])]);
  const parts: Partial<RpcContext> = {
    chain: chain.chain.stored,
    traceTransaction: async ({ transactionHash, level }) => {
      const trace = chain.trace(transactionHash, level);
      return trace && TransactionTrace.json(trace);
    },
  };
  const params = { tx_hash: formatHash(hash), sender_account_id: 'alice.test.near' };
  const { result } = await askTrace(parts, params);
  assert.equal(result.level, 'host');
  assert.equal(result.receipts[0].actions[0].storage_changes[0].after.text, 'value');
  assert.deepEqual((await askTrace(parts, params, `/${METHOD}`)).result, result);
  const lower = await askTrace(parts, { ...params, level: 'receipts' });
  assert.equal(lower.result.receipts[0].actions, undefined);
  const unknown = await askTrace(parts, { tx_hash: ID });
  assert.equal(unknown.error.cause.name, 'UNKNOWN_TRANSACTION');
  const wrong = await askTrace(parts, { ...params, level: 'all' });
  assert.equal(wrong.error.cause.name, 'PARSE_ERROR');
});

test('what cannot be traced has an error of its own', async () => {
  const fail = (info: TraceError['info']): Partial<RpcContext> => ({
    traceTransaction: async () => {
      throw new TraceError(info, 'why');
    },
  });
  const pruned = await askTrace(fail({ code: 'trace_unavailable' }), { tx_hash: ID });
  assert.equal(pruned.error.cause.name, 'TRACE_UNAVAILABLE');
  assert.equal(pruned.error.data, 'why');
  assert.deepEqual(pruned.reported, []);
  const differs = await askTrace(fail({ code: 'trace_differs', field: 'logs' }), { tx_hash: ID });
  assert.equal(differs.error.cause.name, 'TRACE_DIFFERS');
  assert.equal(differs.reported.length, 1, 'it is in the log');
  const { error } = await askTrace({}, { tx_hash: ID });
  assert.equal(error.cause.name, 'METHOD_NOT_FOUND', 'a node that cannot execute blocks');
});
