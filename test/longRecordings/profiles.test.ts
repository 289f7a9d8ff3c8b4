// Profiles of recorded chains with many shards, splits, missing chunks and upgrades, as in
// test/trace/profile/recordings.test.ts.

import { testProfiles } from '../trace/profile/profileAll.ts';

testProfiles('crowd', '2308 outcomes, 1677 functions, 32 profiles');
testProfiles('kicked', '57 outcomes, 0 functions, 2 profiles');
