// Three shards: post-quantum keys, curves, yields, global contracts and gas keys created by
// promises.

import { testReplay } from './replaySuite.ts';

testReplay('extras', '438 blocks, 1311 chunks');
