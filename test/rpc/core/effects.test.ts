// The side effects of a call happen once, however often its reads are suspended. The rows of this
// chain come from another machine, so that each row suspends its first read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToBase64, bytesToUtf8, utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import type { MethodContext, RpcContext } from '../../../src/rpc/core/context.ts';
import { withEffectsOnce } from '../../../src/rpc/core/effects.ts';
import { endpointOf } from '../../../src/rpc/core/endpoint.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { ALICE, BOB } from '../../chain/localChain.ts';
import { NEAR, transfer } from '../../support/sender.ts';
import { createDistantChain } from '../support/distantChain.ts';
import { LoggingChain } from '../support/loggingChain.ts';

test('a transaction is sent once by a call that reads on after sending it', async () => {
  const heard = new LoggingChain();
  const sent = heard.submit(ALICE, BOB, [transfer(NEAR)]);
  heard.settle();
  const { chain } = createDistantChain(heard.local.store);
  let runs = 0;
  let submissions = 0;
  const context: RpcContext = {
    ...heard.context,
    chain,
    metrics: { ...heard.context.metrics, countWaitUntil: () => void runs++ },
    port: {
      submit: async () => {
        submissions++;
        return { kind: 'admitted' };
      },
      check: async () => ({ kind: 'admitted' }),
    },
  };
  const params = { signed_tx_base64: bytesToBase64(sent.bytes), wait_until: 'FINAL' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'send_tx', params });
  heard.mine(3);
  const answer = await new RpcService(context).handle(endpointOf('/'), utf8ToBytes(body));
  assert.match(bytesToUtf8(answer.body), /"final_execution_status":"FINAL"/);
  assert.equal(submissions, 1);
  assert.ok(runs > 2, `the call ran ${runs} times, also after sending`);
});

test('a control runs once, and returns its result again', async () => {
  const { context } = new LoggingChain();
  let runs = 0;
  const controls = {
    run: async () => ++runs,
    gasReport: () => assert.fail('nobody asks'),
    accounts: () => [],
  } as unknown as NonNullable<RpcContext['controls']>;
  const once = withEffectsOnce({ ...context, controls } as MethodContext);
  for (let i = 0; i < 2; i++) {
    assert.equal(await once.controls?.run({ kind: 'describe' }), 1 as never);
  }
  await assert.rejects(async () => once.controls?.run({ kind: 'snapshot' }), /one control/);
});
