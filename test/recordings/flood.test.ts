// Four shards under load: delayed and buffered receipts, bandwidth requests, congestion.

import { testReplay } from './replaySuite.ts';

testReplay('flood', '92 blocks, 364 chunks');
