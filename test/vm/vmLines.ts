// Runs the contract calls that standard input describes, one JSON object on each line, and prints
// their results in the same order: node .build/test/vm/vmLines.js < calls > results. The format is
// that of `support/oracleLine.ts`. Calls run on a thread with the stack that the node gives them.

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { CONTRACT_STACK_MB } from '../../src/process/threads.ts';
import { runLine } from './support/oracleLine.ts';

async function main(): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), {
    resourceLimits: { stackSizeMb: CONTRACT_STACK_MB },
  });
  for await (const line of createInterface({ input: process.stdin })) {
    worker.postMessage(line);
    const [result] = await once(worker, 'message');
    if (!process.stdout.write(`${result}\n`)) await once(process.stdout, 'drain');
  }
  await worker.terminate();
}

if (isMainThread) await main();
else parentPort?.on('message', (line: string) => parentPort?.postMessage(runLine(line)));
