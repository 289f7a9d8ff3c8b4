// Four shards: random transactions of many accounts at once, promises between shards.

import { testReplay } from '../recordings/replaySuite.ts';

testReplay('crowd', '220 blocks, 876 chunks');
