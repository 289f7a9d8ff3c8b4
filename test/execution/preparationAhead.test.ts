// Preparing ahead: each deployed contract once, with a bounded queue of codes.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesToHex } from '../../src/base/bytes/bytes.ts';
import { sha256 } from '../../src/base/crypto/hash.ts';
import { PreparationAhead } from '../../src/execution/preparationAhead.ts';
import { preparedFolder } from '../../src/execution/preparedContracts.ts';
import { ModuleCache, type Prepare } from '../../src/vm/moduleCache.ts';
import { type ContractVm, createContractVm } from '../../src/vm/runContract.ts';
import { eventually } from '../support/eventually.ts';
import { PROTOCOL } from '../support/protocol.ts';
import { recordedContract } from '../support/recordedContracts.ts';
import { ALICE, startTestNode } from '../support/runningNode.ts';
import { deploy, Sender } from '../support/sender.ts';

function createVm(wrap: (prepare: Prepare) => Prepare): ContractVm {
  const modules = new ModuleCache();
  return createContractVm({ protocol: PROTOCOL, modules, keep: (_, prepare) => wrap(prepare) });
}

function createAhead() {
  const prepared: number[] = [];
  const vm = createVm((prepare) => (code) => {
    prepared.push(code.read()?.length ?? 0);
    return prepare(code);
  });
  const ahead = new PreparationAhead();
  const add = (code: Uint8Array) => ahead.add(vm, sha256(code), code);
  const finish = () => {
    while (ahead.prepareNext());
  };
  return { add, finish, vm, prepared };
}

test('a deployed contract is prepared once, before it is called', () => {
  const { add, finish, vm, prepared } = createAhead();
  const compute = recordedContract('compute');
  const hostcall = recordedContract('hostcall');
  for (const code of [compute, compute, hostcall]) add(code);
  finish();
  assert.deepEqual(prepared, [compute.length, hostcall.length]);
  const unread = { hash: sha256(compute), read: () => assert.fail('it is read') };
  const called = vm.modules.get(unread, vm.source);
  assert.ok(called !== null && 'module' in called);
  assert.equal(prepared.length, 2);
});

test('queued codes are bounded in bytes; the newest stay', () => {
  const { add, finish, prepared } = createAhead();
  const sizes = [3, 4, 5].map((megabytes) => megabytes * 1_000_000);
  for (const size of sizes) add(new Uint8Array(size));
  finish();
  assert.deepEqual(prepared, [5_000_000]);
});

test('a refused contract and one that cannot be prepared do no harm', () => {
  const failing: Prepare = () => {
    throw new Error('a fault');
  };
  const ahead = new PreparationAhead();
  ahead.add(
    createVm(() => failing),
    sha256(Uint8Array.of(1)),
    Uint8Array.of(1),
  );
  assert.equal(ahead.prepareNext(), true);
  assert.equal(ahead.prepareNext(), false);
});

test('a running node prepares a deployed contract before its first call', async () => {
  const { home, rpc } = await startTestNode();
  const code = recordedContract('compute');
  await new Sender(rpc, ALICE).send(ALICE, [deploy(code)]);
  const folder = preparedFolder(join(home, 'data'));
  const isPrepared = () => {
    const [version = ''] = readdirSync(folder);
    const files = readdirSync(join(folder, version, 'prepared'));
    return files.some((name) => name.startsWith(bytesToHex(sha256(code))));
  };
  // This happens as soon as the chain is idle.
  await eventually('it is prepared', isPrepared);
});
