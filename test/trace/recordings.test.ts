// Recorded chains: every transaction and receipt is executed again, with the outcome and the gas of
// the recording, and some transactions are traced. Other chains: longRecordings/traces.test.ts.

import { testTraces } from './traceAll.ts';

testTraces('tour', '633 outcomes, 670 host calls, 12 traces');
testTraces('extras', '158 outcomes, 135 host calls, 3 traces');
