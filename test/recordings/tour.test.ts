// One shard over 33 epochs: every kind of action and of key, one transaction after the other.

import { testReplay } from './replaySuite.ts';

testReplay('tour', '1970 blocks, 1968 chunks');
