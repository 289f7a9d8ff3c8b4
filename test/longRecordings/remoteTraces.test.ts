// Transactions of chains with splits and upgrades, traced from outside, and the others at length;
// see test/remote/recordings.test.ts.

import { testRemoteTraces } from '../remote/traceFromOutside.ts';

testRemoteTraces('split', 3, '392 exact, 11 not whole');
testRemoteTraces('steps', 24, '157 exact');
testRemoteTraces('edges', 4, '439 exact, 4 not whole');
testRemoteTraces('tour', 1, '443 exact, 1 not whole');
testRemoteTraces('crowd', 48, '38 exact');
