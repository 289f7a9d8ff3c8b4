// Requests that fail before the chain is read, as recorded from the reference: every error text of
// a refused envelope and of refused params, byte for byte. The context has no chain, only the rules
// of the recorded one, so the responses cannot depend on anything else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesToUtf8, utf8ToBytes } from '../../src/base/bytes/bytes.ts';
import { SNAPSHOT_RULES } from '../../src/params/protocolRules.ts';
import type { RpcContext } from '../../src/rpc/core/context.ts';
import { RpcService } from '../../src/rpc/service/rpcService.ts';
import { findException } from './support/exceptions.ts';
import { createFakeContext } from './support/fakeContext.ts';
import { readRecordedRequests } from './support/recordedRequests.ts';

const epochs = { rules: SNAPSHOT_RULES } as RpcContext['epochs'];
const refused = readRecordedRequests().filter(
  (recorded) =>
    recorded.path === '/' && recorded.status === 400 && findException(recorded) === null,
);

test('the recording refuses 116 requests', () => {
  assert.equal(refused.length, 116);
});

for (const { number, label, body, status, contentType, response } of refused) {
  test(`request ${number}, ${label}`, async () => {
    const service = new RpcService(createFakeContext({ epochs }));
    const answer = await service.handle({ kind: 'root' }, utf8ToBytes(body ?? ''));
    assert.equal(bytesToUtf8(answer.body), response);
    assert.equal(answer.status, status);
    assert.equal(answer.contentType, contentType);
  });
}
