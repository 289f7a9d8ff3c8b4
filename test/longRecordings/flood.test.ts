// Four shards under load: delayed and buffered receipts, bandwidth requests, congestion.

import { testReplay } from '../recordings/replaySuite.ts';

testReplay('flood', '92 blocks, 364 chunks');
