// The entry point `perigee/vitest/setup`, for `globalSetup` in the configuration of Vitest.

import { startTestNodes } from '../index.ts';

/** Vitest calls the returned function at the end of the run. */
export function setup(): Promise<() => Promise<void>> {
  return startTestNodes();
}
