// The thread that follows a chain and executes its blocks: the only writer of the store. Contracts
// need a deeper stack than that of the main thread, which serves requests meanwhile.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { packFailure } from '../../../base/threadFailure.ts';
import { preparedFolder } from '../../../execution/preparedContracts.ts';
import { sourceClock } from '../../../follow/sources/sourceClock.ts';
import { createBlockSource } from '../../../follow/sources/sourceSpec.ts';
import { createThreadCaches } from '../../../process/threadCaches.ts';
import { openStore } from '../../../store/openStore.ts';
import { FollowWork } from '../followLoop.ts';
import { readFollowedGenesis, rulesOf } from '../openFollowed.ts';
import type { ExecuteThreadData, FromExecute, ToExecute } from './executeMessages.ts';
import { openExecuted } from './openExecuted.ts';

assert(parentPort !== null, 'blocks are executed in a thread of their own');
const port = parentPort;
const say = (message: FromExecute) => port.postMessage(message);
const report = (text: string) => say({ kind: 'trouble', text });

async function run({ options, storePath, cachePlan }: ExecuteThreadData): Promise<void> {
  const store = await openStore({ path: storePath, report });
  try {
    const follower = openExecuted({
      store,
      caches: createThreadCaches(['chain', 'follow'], cachePlan),
      genesis: readFollowedGenesis(options),
      rules: rulesOf(options),
      code: options.code,
      preparedFolder: preparedFolder(storePath),
      mayLackApprovals: options.allowUnapproved,
      onBlock: ({ header }) => say({ kind: 'block', height: header.lite.height }),
    });
    const source = await createBlockSource(options.from, options, { clock: sourceClock, report });
    const onTarget = (height: number | null) => say({ kind: 'target', height });
    const work = new FollowWork(follower, source, onTarget);
    const isToRun = new Promise<boolean>((resolve) => {
      port.on('message', ({ kind }: ToExecute) => {
        if (kind === 'stop') work.abort();
        resolve(kind === 'run');
      });
    });
    say({ kind: 'ready' });
    try {
      if (await isToRun) await work.run();
    } finally {
      source.close();
    }
  } finally {
    await store.close();
  }
}

void run(workerData as ExecuteThreadData).then(
  () => end(null),
  (error: unknown) => end(packFailure(error)),
);

function end(failure: Extract<FromExecute, { kind: 'ended' }>['failure']): void {
  say({ kind: 'ended', failure });
  port.close();
}
