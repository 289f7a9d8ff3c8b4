// Upgrades from 84 to 85, 86 and 87, and in each version every kind of action, key and account.

import { testReplay } from '../recordings/replaySuite.ts';

testReplay('steps', '6826 blocks, 13644 chunks');
