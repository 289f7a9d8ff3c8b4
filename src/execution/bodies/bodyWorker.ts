// The thread that scans large bodies, one after the other.

import { parentPort } from 'node:worker_threads';
import { scanBody } from '../../rpc/messages/scanBody.ts';
import type { FromBodyThread, ToBodyThread } from './bodyMessages.ts';

parentPort?.on('message', ({ id, body, valuesMax }: ToBodyThread) => {
  const message: FromBodyThread = { id, scan: scanBody(body, valuesMax) };
  parentPort?.postMessage(message);
});
