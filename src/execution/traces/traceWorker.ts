// The thread that traces and simulates transactions. It executes contracts, so it has a thread's
// own stack, and may be terminated at any moment.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { publicMessage } from '../../base/publicMessage.ts';
import { packFailure, reportFault } from '../../base/threadFailure.ts';
import { createThreadCaches } from '../../process/threadCaches.ts';
import { ImpossibleSimulation } from '../../simulate/simulationError.ts';
import { openStore } from '../../store/openStore.ts';
import { TraceError } from '../../trace/reexecute/traceError.ts';
import { preparedFolder } from '../preparedContracts.ts';
import type { FromTraceThread, TraceTask, TraceThreadData } from './traceMessages.ts';
import { TransactionTracer } from './transactionTracer.ts';

async function start(data: TraceThreadData): Promise<void> {
  assert(parentPort !== null, 'transactions are traced in a thread of its own');
  const port = parentPort;
  const { storePath, origin, cachePlan } = data;
  const store = await openStore({ path: storePath, readOnly: true });
  const fork = origin === undefined ? [] : (['fork'] as const);
  const caches = createThreadCaches(['trace', ...fork], cachePlan);
  const traced = { ...data, folder: preparedFolder(storePath) };
  const tracer = new TransactionTracer(store, traced, caches);
  const say = (message: FromTraceThread) => port.postMessage(message);
  port.on('message', (task: TraceTask) => {
    // The transaction may be of a block that was committed a moment ago.
    store.refresh();
    say(perform(tracer, task));
  });
  say({ kind: 'ready' });
}

function perform(tracer: TransactionTracer, task: TraceTask): FromTraceThread {
  try {
    return { kind: 'done', text: tracer.perform(task) };
  } catch (error) {
    if (error instanceof ImpossibleSimulation) {
      return { kind: 'impossible', code: error.code, message: error.message };
    }
    if (error instanceof TraceError) {
      return { kind: 'refused', info: error.info, message: error.message };
    }
    return { kind: 'failed', message: publicMessage(error), failure: packFailure(error) };
  }
}

/** The caller gets a message; details meant only for the operator are logged. */
start(workerData).catch((error: unknown) => {
  reportFault('the thread for traces could not start', error);
  throw new Error(publicMessage(error), { cause: error });
});
