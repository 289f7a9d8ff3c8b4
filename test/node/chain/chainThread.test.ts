// What the chain's thread reports when it fails, seen from outside: an expected failure keeps its
// code, and a bug keeps the stack from its thread.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PerigeeError } from '../../../src/base/errors.ts';
import type { ChainThreadData } from '../../../src/node/chain/chainMessages.ts';
import { ChainThread } from '../../../src/node/chain/chainThread.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

async function failToOpen(data: Partial<ChainThreadData>): Promise<Error> {
  const thread = new ChainThread();
  const opening = thread.open(data as ChainThreadData, () => {});
  const [settled] = await Promise.allSettled([opening]);
  assert.equal(settled.status, 'rejected');
  await thread.stop();
  return settled.reason;
}

test('an expected failure has its code', async () => {
  const storePath = join(createTemporaryFolder(), 'file');
  writeFileSync(storePath, 'no folder');
  const error = await failToOpen({ storePath });
  assert.ok(error instanceof PerigeeError, String(error.stack));
  assert.equal(error.code, 'store_unreadable');
});

test('a bug has its stack', async () => {
  const storePath = join(createTemporaryFolder(), 'store');
  const error = await failToOpen({ storePath, validatorKeys: [] });
  assert.ok(!(error instanceof PerigeeError));
  assert.match(error.stack ?? '', /chainWorker/);
});
