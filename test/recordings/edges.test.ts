// Boundary inputs of every host function, and modules that are refused or just accepted.

import { testReplay } from './replaySuite.ts';

testReplay('edges', '360 blocks, 359 chunks');
