// What is derived from keys alone. Signatures are verified by plain functions everywhere, so these
// caches belong to the thread, not to a caller; the thread's composition includes them in its
// registry.

import { Caches } from '../collections/caches.ts';

export const keyCaches = new Caches(['keys']);
