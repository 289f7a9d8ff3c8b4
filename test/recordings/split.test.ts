// One shard becomes six while receipts are under way: proposed, announced and carried out by the
// rules of an epoch configuration.

import { testReplay } from './replaySuite.ts';

testReplay('split', '672 blocks, 2826 chunks');
