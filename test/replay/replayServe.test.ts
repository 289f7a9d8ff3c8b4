// The command that replays a recording and serves RPC over it, as a user starts it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordingFolder } from '../support/recordings.ts';
import { NodeProcess } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const FRIEND = 'http://friend.example';

async function readUrl(replay: NodeProcess): Promise<string> {
  for (;;) {
    const url = /answering at (http:\S+)/.exec(replay.stdout)?.[1];
    if (url !== undefined) return url;
    await Promise.race([once(replay.child.stdout ?? replay.child, 'data'), failed(replay)]);
  }
}

async function failed(replay: NodeProcess): Promise<never> {
  const { code, stderr } = await replay.ended;
  throw new Error(`the replay ended with ${code}: ${stderr}`);
}

test('a replayed chain is served with its own configuration', async () => {
  const folder = createTemporaryFolder();
  cpSync(recordingFolder('stakes'), folder, { recursive: true });
  const path = join(folder, 'config.json');
  const config = JSON.parse(readFileSync(path, 'utf8'));
  config.rpc.cors_allowed_origins = [FRIEND];
  writeFileSync(path, JSON.stringify(config));
  const replay = new NodeProcess(['replay', folder, '--until', '3', '--serve', '0']);
  const url = await readUrl(replay);
  assert.match(replay.stdout, /^3 blocks, \d chunks: all match\n/);
  const response = await fetch(`${url}/status`, { headers: { origin: FRIEND } });
  const { sync_info } = (await response.json()) as { sync_info: { latest_block_height: number } };
  assert.equal(sync_info.latest_block_height, 3);
  assert.equal(response.headers.get('access-control-allow-origin'), FRIEND);
});
