// An upgrade from 87 to 157, with all features that the snapshot keeps behind later versions.

import { testReplay } from '../recordings/replaySuite.ts';

testReplay('nightly', '2004 blocks, 4006 chunks');
