// The entry point `perigee/jest`: a test environment whose tests have the global variable
// `perigee`, the node of the worker, with a snapshot for each test and one for the file.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type ConnectedNode, connectTestNode, SnapshotStack } from '../index.ts';

/** What is used of Jest's own environment. */
interface NodeEnvironment {
  readonly global: { perigee?: ConnectedNode };
  setup(): Promise<void>;
  teardown(): Promise<void>;
}
interface EnvironmentModule {
  readonly TestEnvironment: new (config: unknown, context: unknown) => NodeEnvironment;
}

/** That of the project, which need not be found from this package if that is a link. */
const requireFromProject = createRequire(join(process.cwd(), 'package.json'));
const { TestEnvironment: NodeEnvironment } = requireFromProject(
  'jest-environment-node',
) as EnvironmentModule;

export default class PerigeeEnvironment extends NodeEnvironment {
  #snapshots: SnapshotStack | null = null;

  override async setup(): Promise<void> {
    await super.setup();
    const worker = process.env.JEST_WORKER_ID ?? '1';
    const node = await connectTestNode(worker, "globalSetup: 'perigee/jest/setup'");
    this.#snapshots = new SnapshotStack(node);
    await this.#snapshots.push();
    this.global.perigee = node;
  }

  /** Jest waits for it before it goes on. */
  async handleTestEvent({ name }: { readonly name: string }): Promise<void> {
    if (name === 'test_start') await this.#snapshots?.push();
    if (name === 'test_done') await this.#snapshots?.pop();
  }

  override async teardown(): Promise<void> {
    await this.#snapshots?.pop();
    await super.teardown();
  }
}
