// The store in memory against the suite of all stores.

import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { runStoreSuite } from '../storeSuite.ts';

runStoreSuite('memory', async () => new MemoryStore());
