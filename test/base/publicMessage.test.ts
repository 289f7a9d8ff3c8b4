// Which error messages clients see: none contains a path of the machine, wherever it occurs in the
// text.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { publicMessage } from '../../src/base/publicMessage.ts';
import {
  createDamagedError,
  createRefusedError,
  createUnreadableError,
} from '../../src/store/storeError.ts';

const PATH = '/srv/operator/.perigee/data';
const refused = Object.assign(new Error(`EIO: ${PATH}/data.mdb`), { code: 'EIO' });

test('paths are removed from public messages', async () => {
  const [system] = await Promise.allSettled([readFile(PATH)]);
  assert.ok(system.status === 'rejected');
  const failures = [
    createDamagedError(PATH, refused),
    createUnreadableError(PATH, refused),
    createRefusedError(PATH, refused),
    system.reason,
  ];
  for (const failure of failures) {
    assert.ok((failure as Error).message.includes(PATH));
    assert.ok(!publicMessage(failure).includes('operator'), publicMessage(failure));
  }
});

test('other messages are unchanged', () => {
  assert.equal(publicMessage(new Error('a/b is not c')), 'a/b is not c');
  assert.equal(publicMessage('text'), 'text');
  assert.match(
    publicMessage(createRefusedError(PATH, refused)),
    /^the store … cannot be written: the disk may be full/,
  );
});
