// Four validators at a nightly version: skipped heights and missed chunks all along, and chunk
// producers that are drawn by the block before the parent.

import { testReplay } from './replaySuite.ts';

testReplay('kicked', '382 blocks, 709 chunks');
