// The entry point `perigee/jest/setup`, for `globalSetup` in the configuration of Jest.

import { startTestNodes } from '../index.ts';
import { endTestNodesWith } from './jestRun.ts';

export default async function setup(): Promise<void> {
  endTestNodesWith(await startTestNodes());
}
