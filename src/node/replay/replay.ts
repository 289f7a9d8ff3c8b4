// `perigee replay`: replays a recording, shows progress, and says on its last line that all matches, or
// where the first difference is.

import { MemoryStore } from '../../store/memoryStore.ts';
import type { ReplayOptions } from '../options.ts';
import { createProgress } from '../progress.ts';
import { Recording } from './recording.ts';
import { describeDifference, replayRecording } from './replayRecording.ts';

/** The exit code: zero when everything matches. */
export async function replay(options: ReplayOptions): Promise<number> {
  const recording = new Recording(options.directory);
  const progress = createProgress('replaying');
  const { blocks, chunks, difference } = await replayRecording({
    recording,
    store: new MemoryStore(),
    code: options.code,
    until: options.until,
    onBlock: (height) => progress.step(`height ${height}`),
  });
  progress.end();
  if (difference !== null) {
    process.stdout.write(`${describeDifference(difference)}\n`);
    return 1;
  }
  process.stdout.write(`${blocks} blocks, ${chunks} chunks: all match\n`);
  return 0;
}
