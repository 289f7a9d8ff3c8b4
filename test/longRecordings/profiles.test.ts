// Profiles of recorded chains with many shards, splits, missing chunks and upgrades, as in
// test/trace/profile/recordings.test.ts.

import { testProfiles } from '../trace/profile/profileAll.ts';

testProfiles('crowd', '2308 outcomes, 1677 functions, 32 profiles');
testProfiles('kicked', '57 outcomes, 0 functions, 2 profiles');
testProfiles('tour', '633 outcomes, 4239 functions, 12 profiles');
testProfiles('edges', '2542 outcomes, 11916 functions, 48 profiles');
