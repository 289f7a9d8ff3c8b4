// An upgrade from 87 to 157, with all features that the snapshot keeps behind later versions.

import { testReplay } from './replaySuite.ts';

testReplay('nightly', '2004 blocks, 4006 chunks');
