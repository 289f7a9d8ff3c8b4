// Profiles of recorded chains: every receipt is executed again with hooks in its contract.
// Other chains: longRecordings/profiles.test.ts.

import { testProfiles } from './profileAll.ts';

testProfiles('extras', '158 outcomes, 142 functions, 3 profiles');
