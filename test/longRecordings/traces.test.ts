// The recorded chains with many shards, splits, missing chunks and upgrades, as in
// test/trace/recordings.test.ts.

import { testTraces } from '../trace/traceAll.ts';

// Random transactions on four shards.
testTraces('crowd', '2308 outcomes, 2119 host calls, 32 traces');
// Shards that are split while receipts are under way.
testTraces('split', '1675 outcomes, 1351 host calls, 26 traces');
// Skipped heights and missing chunks.
testTraces('kicked', '57 outcomes, 0 host calls, 2 traces');
// Upgrades of the protocol.
testTraces('steps', '5257 outcomes, 5184 host calls, 92 traces');
testTraces('edges', '2542 outcomes, 14052 host calls, 48 traces');
