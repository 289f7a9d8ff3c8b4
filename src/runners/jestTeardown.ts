// The entry point `perigee/jest/teardown`, for `globalTeardown` in the configuration of Jest.

import { endTestNodes } from './jestRun.ts';

export default async function teardown(): Promise<void> {
  await endTestNodes();
}
