// A node under load is killed, and its store is left as after a power cut: the meta pages are torn,
// and what was written after the last checkpoint is cut off or garbage. The next start needs no
// help; only complete blocks of the last moment may be missing.

import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { test } from 'node:test';
import type { ChaChaRng } from '../../src/base/crypto/chacha.ts';
import { dataFilePath, META_BYTES, PAGE_BYTES } from '../../src/store/lmdb/dataFile.ts';
import { forEachParallel } from '../hostileClients/support/keptConnections.ts';
import { eventually } from '../support/eventually.ts';
import { countRounds } from '../support/testForm.ts';
import { type Acknowledged, CrashChain } from './support/crashChain.ts';
import { checkpointedCommit, checkpointPath, newerMeta } from './support/metaPages.ts';

const SEED = 20_261_117n;
const ROUNDS = { short: 2, long: 40 };
const PARALLEL = 16;

/** What the disk may hold after a power cut. */
function cutPower(storePath: string, random: ChaChaRng): void {
  const path = checkpointPath(storePath);
  const checkpoint = readFileSync(path);
  // After another boot of the machine the checkpoint counts, not the meta pages of the file.
  const otherBoot = Buffer.from('another run of the machine');
  writeFileSync(path, Buffer.concat([checkpoint.subarray(0, META_BYTES), otherBoot]));
  const end = newerMeta(checkpoint).pages * PAGE_BYTES;
  const dataPath = dataFilePath(storePath);
  const data = readFileSync(dataPath);
  const garbage = Buffer.alloc(Math.max(0, data.length - end));
  for (let at = 0; at + 4 <= garbage.length; at += 4) garbage.writeUInt32LE(random.nextU32(), at);
  const file = openSync(dataPath, 'r+');
  writeSync(file, garbage, 0, garbage.length, Math.min(end, data.length));
  const torn = Buffer.alloc(100 + random.below32(4_000));
  writeSync(file, torn, 0, torn.length, random.below32(META_BYTES - torn.length));
  // The format marker stays: a sector is written completely or not at all.
  writeSync(file, data, 0, 512, 0);
  closeSync(file);
  if (random.below32(2) === 0 && data.length > end) {
    truncateSync(dataPath, end + random.below32(data.length - end));
  }
}

test('a power cut loses complete blocks of the last moment, and nothing else', async (context) => {
  const chain = new CrashChain(SEED);
  await chain.prepare();
  let lostMsMax = 0;
  let lost = 0;
  for (const _ of countRounds(context, 'power cuts', ROUNDS)) {
    const before = chain.acknowledged.length;
    // Checkpoints follow one another while the node is under load.
    await chain.killUnderLoad(() =>
      eventually('a checkpoint has the first acknowledged transactions', () => {
        const { commit } = chain.acknowledged[before] as Acknowledged;
        return checkpointedCommit(chain.storePath) >= commit;
      }),
    );
    const cutMs = Date.now();
    const kept = checkpointedCommit(chain.storePath);
    cutPower(chain.storePath, chain.random);
    const node = chain.start();
    const rpc = await node.listening();
    const known: boolean[] = [];
    await forEachParallel([...chain.acknowledged.entries()], PARALLEL, async ([i, one]) => {
      known[i] = await chain.knows(rpc, one);
    });
    for (const [i, { hash, atMs, commit }] of chain.acknowledged.entries()) {
      if (known[i]) continue;
      assert.ok(i >= before && commit > kept, `${hash} of commit ${commit} is missing: ${kept}`);
      lost++;
      lostMsMax = Math.max(lostMsMax, cutMs - atMs);
    }
    chain.acknowledged = chain.acknowledged.filter((_, i) => known[i]);
    await node.kill('SIGKILL');
    await chain.verifyStore();
  }
  await chain.verifyAll();
  assert.ok(chain.acknowledged.length > 0);
  context.diagnostic(
    `${chain.acknowledged.length} transactions kept, ${lost} lost, none older than ${lostMsMax} ms`,
  );
});
