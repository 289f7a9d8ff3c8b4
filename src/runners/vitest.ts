// The entry point `perigee/vitest`.

import { pathToFileURL } from 'node:url';
import { createJiti } from 'jiti';
import {
  type ConnectedNode,
  connectTestNode,
  SnapshotStack,
  type TestHooks,
  useSnapshots,
} from '../index.ts';

interface VitestHooks extends TestHooks {
  readonly afterAll: (hook: () => Promise<void>) => unknown;
}

/**
 * The node of this worker, with a snapshot for each test and one for the file. To be called at the
 * top of a test file.
 */
export async function useNode(): Promise<ConnectedNode> {
  const hooks = await loadHooks();
  const worker = process.env.VITEST_POOL_ID ?? '1';
  const node = await connectTestNode(worker, "globalSetup: ['perigee/vitest/setup']");
  const ofFile = new SnapshotStack(node);
  await ofFile.push();
  useSnapshots(node, hooks);
  hooks.afterAll(() => ofFile.pop());
  return node;
}

/** The Vitest of the project, which need not be found from this package if that is a link. */
async function loadHooks(): Promise<VitestHooks> {
  const project = pathToFileURL(`${process.cwd()}/`).href;
  const path = createJiti(project).esmResolve('vitest', project);
  return (await import(path)) as VitestHooks;
}
