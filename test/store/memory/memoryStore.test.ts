// The store in memory against the common store suite.

import { MemoryStore } from '../../../src/store/memory/memoryStore.ts';
import { runStoreSuite } from '../storeSuite.ts';

runStoreSuite('memory', async () => new MemoryStore());
