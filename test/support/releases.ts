// Resources of a test file, released when all its tests are done: the last one first, and each of
// them, whatever happens to the others.

import { after } from 'node:test';

const releases: (() => unknown)[] = [];

export function releaseAfterTests(release: () => unknown): void {
  releases.push(release);
}

after(async () => {
  const failures: unknown[] = [];
  for (const release of releases.reverse()) {
    try {
      await release();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything was released');
});
