// A thread that runs view calls: it has its own view of the chain thread's store, and may be
// terminated at any moment.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { publicMessage } from '../../base/publicMessage.ts';
import { packFailure, reportFault } from '../../base/threadFailure.ts';
import { createThreadCaches } from '../../process/threadCaches.ts';
import { openStore } from '../../store/openStore.ts';
import { preparedFolder } from '../preparedContracts.ts';
import { ViewCaller } from './viewCaller.ts';
import {
  detachResult,
  type FromViewThread,
  type ViewTask,
  type ViewThreadData,
} from './viewMessages.ts';

async function run(data: ViewThreadData): Promise<void> {
  assert(parentPort !== null, 'contracts are viewed in threads of their own');
  const port = parentPort;
  const store = await openStore({ path: data.storePath, readOnly: true });
  const fork = data.origin === undefined ? [] : (['fork'] as const);
  const caches = createThreadCaches(['view', ...fork], data.cachePlan);
  const viewed = { ...data, folder: preparedFolder(data.storePath) };
  const caller = new ViewCaller(store, viewed, caches);
  const say = (message: FromViewThread) => port.postMessage(message);
  port.on('message', (task: ViewTask) => {
    // The task may name a block that was committed a moment ago.
    store.refresh();
    say(perform(caller, task));
  });
  say({ kind: 'ready' });
}

function perform(caller: ViewCaller, { call, kind, trialGas }: ViewTask): FromViewThread {
  const startMs = performance.now();
  try {
    if (kind === 'prepare') {
      const contract = caller.prepare(call);
      return { kind: 'prepared', contract, durationMs: performance.now() - startMs };
    }
    const found = trialGas === null ? caller.call(call) : caller.try(call, trialGas);
    const result = found && detachResult(found);
    return { kind: 'done', result, durationMs: performance.now() - startMs };
  } catch (error) {
    return { kind: 'failed', message: publicMessage(error), failure: packFailure(error) };
  }
}

/** The caller gets a message; details meant only for the operator are logged. */
run(workerData).catch((error: unknown) => {
  reportFault('a thread for views could not start', error);
  throw new Error(publicMessage(error), { cause: error });
});
