// Four validators over 11 epochs: stakes that change, missed blocks and chunks, kick-outs, rewards.

import { testReplay } from './replaySuite.ts';

testReplay('stakes', '399 blocks, 782 chunks');
