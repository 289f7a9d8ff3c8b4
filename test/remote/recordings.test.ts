// Transactions of recorded chains, traced from outside over HTTP: every receipt comes out with the
// outcome, the gas profile and the logs of the recording, except those that depend on yields that
// nobody shows. Other chains: test/longRecordings/remoteTraces.test.ts.

import { testRemoteTraces } from './traceFromOutside.ts';

testRemoteTraces('extras', 3, '39 exact');
