// Profiles of recorded chains: every receipt is executed again with hooks in its contract.

import { testProfiles } from './profileAll.ts';

testProfiles('tour', '633 outcomes, 4239 functions, 12 profiles');
testProfiles('extras', '158 outcomes, 142 functions, 3 profiles');
testProfiles('edges', '2542 outcomes, 11916 functions, 48 profiles');
