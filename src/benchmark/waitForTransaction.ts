// Waiting for a transaction longer than a node lets a single request wait.

import { setTimeout as sleep } from 'node:timers/promises';
import type { TxLevel } from '../rpc/transactions/transactionStatus.ts';
import { type SignedRequest, statusParams } from './benchAccount.ts';
import type { Target } from './target.ts';

const PAUSE_MS = 20;

export async function waitForTransaction(
  target: Target,
  signed: SignedRequest,
  level: TxLevel,
  waitMs: number,
): Promise<void> {
  const endMs = performance.now() + waitMs;
  const params = { ...statusParams(signed), wait_until: level };
  while (performance.now() < endMs) {
    const [result] = await target.callEach('tx', [params]);
    if (result !== null) return;
    await sleep(PAUSE_MS);
  }
  // The error of the last attempt says more than that it took too long.
  await target.call('tx', params);
}
