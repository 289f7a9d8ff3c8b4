// Executes every transaction and receipt of a chain again with hooks in the contracts. That itself
// compares all outcomes with the stored ones; here the gas of the parts must add up to theirs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesKey } from '../../../src/base/bytes/bytes.ts';
import { formatHash } from '../../../src/base/crypto/hash.ts';
import { parseExactJson } from '../../../src/base/json/exactJson.ts';
import type { Chain } from '../../../src/chain/chain.ts';
import type { StoredOutcome } from '../../../src/chain/stored/chainReader.ts';
import { ProfileRecorder } from '../../../src/trace/profile/profileRecorder.ts';
import { profileTransaction } from '../../../src/trace/profile/profileTransaction.ts';
import { TransactionProfile } from '../../../src/trace/profile/transactionProfile.ts';
import { reexecuteShard } from '../../../src/trace/reexecute/reexecuteShard.ts';
import type { RecordingName } from '../../support/recordings.ts';
import { openReplayedChain } from '../../support/replayedChain.ts';
import { createTraceSource, listChunks } from '../traceAll.ts';
import { checkProfile, inclusiveGas } from './profileSums.ts';

const SAMPLED_EVERY = 16;

export function testProfiles(name: RecordingName, expected: string): void {
  test(`${name}: the gas of all parts is what was burnt`, async () => {
    const { chain } = await openReplayedChain(name, Number.POSITIVE_INFINITY);
    assert.equal(profileAll(chain), expected);
  });
}

function profileAll(chain: Chain): string {
  const source = createTraceSource(chain);
  const chunks = listChunks(chain);
  const outcomes = chunks.flat();
  const ids = outcomes.map(({ id }) => id);
  const recorder = new ProfileRecorder(new Set(ids.map(bytesKey)));
  const contracts = recorder.observe(source.contracts);
  for (const group of chunks) {
    const [{ blockHash, shardId }] = group as [StoredOutcome];
    const execution = { chain: source, contracts, observer: recorder };
    reexecuteShard(execution, { blockHash, shardId }, group);
  }
  const { nodes } = recorder.tree;
  const sums = inclusiveGas(nodes);
  let functions = 0;
  for (const { id, outcome } of outcomes) {
    const recorded = recorder.receipt(id);
    if (recorded === undefined) continue;
    // What is missing is the fee of the receipt itself, which is at least 0.1 and below 1 Tgas.
    const fee = Number(outcome.gasBurnt) - recorded.actionsGas;
    assert.ok(fee > 0 && fee < 1e12, `${formatHash(id)}: ${fee}`);
    assert.equal(sums[recorded.root], recorded.actionsGas, formatHash(id));
  }
  for (const { gas } of nodes) assert.ok(gas >= 0 && Number.isSafeInteger(gas));
  const frames = recorder.frames.describe(({ functionIndexes }) =>
    functionIndexes.map((index) => ({ name: `${index}`, file: null, line: null })),
  );
  functions = nodes.filter(({ frame }) => frames[frame]?.kind === 'code').length;
  const sent = ids.filter((id) => chain.stored.transaction(id) !== null);
  const sampled = sent.filter((_, i) => i % SAMPLED_EVERY === 0);
  for (const transactionHash of sampled) {
    const profile = profileTransaction(source, { transactionHash });
    assert.ok(profile);
    checkProfile(profile, chain.stored);
    const json = TransactionProfile.json(profile);
    assert.deepEqual(TransactionProfile.parse(parseExactJson(json)), profile);
  }
  return `${outcomes.length} outcomes, ${functions} functions, ${sampled.length} profiles`;
}
