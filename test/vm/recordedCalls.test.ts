// Runs the contract calls that the reference node executed on four chains and compares everything
// that the VM decides: each entry of the gas profile, logs, the result or the failure with its
// text, and created receipts with their actions. A line of the data is one call with its initial
// state; the first line of a file has the codes. Trie-node counts come from the recorded profile,
// since they depend on the trie.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { repositoryPath } from '../support/repository.ts';
import { type RecordedCall, RecordedCalls, type RecordingHead } from './support/recordedCalls.ts';

const CHAINS = ['edges', 'tour', 'extras', 'crowd'];

function readCalls(chain: string): { head: RecordingHead; calls: RecordedCall[] } {
  const path = repositoryPath(`test/vm/data/${chain}.jsonl.gz`);
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n');
  const [head, ...calls] = lines.map((line) => JSON.parse(line));
  return { head, calls };
}

describe('contract calls recorded from the reference node', () => {
  for (const chain of CHAINS) {
    it(chain, () => {
      const { calls, head } = readCalls(chain);
      const recorded = new RecordedCalls(head);
      let compared = 0;
      for (const call of calls) {
        const { found, expected } = recorded.run(call);
        if (expected === null) continue;
        assert.deepEqual(found, expected, `${call.expected?.label} at ${call.height}`);
        compared += 1;
      }
      assert.ok(compared > 0);
    });
  }
});
