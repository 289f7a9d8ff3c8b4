// What the log says about contracts that import functions of other versions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { protocolAt } from '../../src/params/protocol.ts';
import { explainFailure } from '../../src/vm/explainFailure.ts';

const at86 = protocolAt(86, 'release');
const msg = 'unknown or invalid import';

test('a missing import is explained with the version that has it', () => {
  const explain = (missingImport: string) =>
    explainFailure({ kind: 'LinkError', msg, missingImport }, at86);
  assert.equal(
    explain('sha3_256'),
    'the contract imports sha3_256, which exists from protocol 87 on; this chain is at 86',
  );
  assert.equal(explain('sha1'), 'the contract imports sha1, which no known protocol version has');
});

test('other failures need no explanation', () => {
  assert.equal(explainFailure({ kind: 'LinkError', msg: 'types incompatible' }, at86), null);
  assert.equal(explainFailure({ kind: 'WasmTrap', trap: 'Unreachable' }, at86), null);
});
