// Access keys as clients write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccessKey } from '../../src/types/accessKey.ts';

test('a key that names no allowance has an unlimited one', () => {
  const permission = { FunctionCall: { receiver_id: 'a.near', method_names: [] } };
  const value = { allowance: null, receiverId: 'a.near', methodNames: [] };
  assert.deepEqual(AccessKey.parse({ nonce: 7, permission }), {
    nonce: 7n,
    permission: { kind: 'FunctionCall', value },
  });
});
