// What is derived from keys alone. Signatures are verified by plain functions everywhere, so these
// caches belong to the thread, not to a caller; whoever composes the thread includes them in its
// registry.

import { Caches } from '../collections/caches.ts';

export const keyCaches = new Caches(['keys']);
