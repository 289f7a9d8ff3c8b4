// Goal: a staged upgrade takes the chain to a version, at the heights that were announced. Method:
// a chain of short epochs with one validator, and one of long epochs whose heights are skipped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StagingArea } from '../../../src/chain/production/stagedChanges.ts';
import { createLocalChain, type LocalChain } from '../localChain.ts';

const LENGTH = 5;

const create = (protocolVersion: number) =>
  createLocalChain({ protocolVersion, epochLength: LENGTH });

const setProtocol = ({ controls }: LocalChain, version: number) =>
  controls.run({ kind: 'setProtocol', version });

function versionAt({ chain }: LocalChain, height: number): number {
  const block = chain.stored.block(chain.stored.hashAt(height)!)!;
  return chain.epochs.epoch(block.header.lite.epochId).info.protocolVersion;
}

test('each step begins where it was announced, by one version per epoch', async () => {
  const local = create(84);
  const { controls } = local;
  await controls.run({ kind: 'mine', blocks: 2 });
  const { steps } = await setProtocol(local, 88);
  assert.deepEqual(steps, [
    { version: 85, height: 11 },
    { version: 86, height: 16 },
    { version: 87, height: 21 },
    { version: 88, height: 26 },
  ]);
  await controls.run({ kind: 'mine', blocks: 30 });
  for (const { version, height } of steps) {
    assert.deepEqual(
      [versionAt(local, height - 1), versionAt(local, height)],
      [version - 1, version],
    );
  }
});

test('a chain stays at its version until then, and after the target', async () => {
  const local = create(84);
  await local.controls.run({ kind: 'mine', blocks: 20 });
  assert.equal(versionAt(local, 20), 84);
  await setProtocol(local, 85);
  await local.controls.run({ kind: 'mineEpochs', epochs: 6 });
  assert.equal(local.chain.protocolAfterHead().version, 85);
});

test('an epoch that is already decided is part of the steps', async () => {
  const local = create(84);
  await local.controls.run({ kind: 'mine', blocks: 1 });
  await setProtocol(local, 85);
  await local.controls.run({ kind: 'mine', blocks: LENGTH });
  const { steps } = await setProtocol(local, 86);
  assert.deepEqual(steps, [
    { version: 85, height: 11 },
    { version: 86, height: 16 },
  ]);
});

test('mine goes on to the first block of an epoch, and skips heights of long ones', async () => {
  const local = create(84);
  assert.deepEqual(await local.controls.run({ kind: 'mineEpochs', epochs: 1 }), { height: 1 });
  assert.deepEqual(await local.controls.run({ kind: 'mineEpochs', epochs: 2 }), { height: 11 });
  const long = createLocalChain({ protocolVersion: 87 });
  await long.controls.run({ kind: 'mine', blocks: 1 });
  const { steps } = await setProtocol(long, 88);
  assert.deepEqual(steps, [{ version: 88, height: 86_401 }]);
  const { height } = await long.controls.run({ kind: 'mineEpochs', epochs: 2 });
  assert.equal(versionAt(long, height), 88);
  assert.ok(long.chain.stored.ordinal(long.chain.head.hash)! < 50);
});

test('versions that the chain cannot have are refused', async () => {
  const local = create(86);
  await local.controls.run({ kind: 'mine', blocks: 1 });
  const table: readonly [version: number, code: string, message: RegExp][] = [
    [85, 'cannot_upgrade', /has protocol version 86, and cannot return to 85/],
    [89, 'unknown_protocol_version', /version 89 is not known; .* 84 to 88, and as nightly/],
    [157, 'unknown_protocol_version', /version 157 is not released; --nightly allows it/],
  ];
  for (const [version, code, message] of table) {
    await assert.rejects(setProtocol(local, version), { code, message });
  }
  await setProtocol(local, 87);
  await local.controls.run({ kind: 'mine', blocks: LENGTH });
  const message = /goes on to protocol version 87 with the next epoch, and cannot return to 86/;
  await assert.rejects(setProtocol(local, 86), { code: 'cannot_upgrade', message });
});

test('what is staged survives a restart, and ends with a revert or a reset', async () => {
  const local = create(84);
  const { controls, store } = local;
  await controls.run({ kind: 'mine', blocks: 1 });
  const { id } = await controls.run({ kind: 'snapshot' });
  await setProtocol(local, 86);
  assert.equal(new StagingArea(store).changes.protocolVersion, 86);
  assert.equal((await controls.run({ kind: 'describe' })).staged.protocolVersion, 86);
  await controls.run({ kind: 'mineEpochs', epochs: 3 });
  await controls.run({ kind: 'revert', id });
  assert.equal(new StagingArea(store).changes.protocolVersion, null);
  await controls.run({ kind: 'mineEpochs', epochs: 4 });
  assert.equal(local.chain.protocolAfterHead().version, 84);
  await setProtocol(local, 85);
  await controls.run({ kind: 'reset' });
  assert.equal(new StagingArea(store).changes.protocolVersion, null);
});
