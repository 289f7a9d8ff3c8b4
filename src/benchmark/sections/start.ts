// How soon a node responds after its start, and how much memory it uses when idle.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { type MeasuredNode, withNode } from '../measuredNode.ts';
import { summariseTimes } from '../measurement.ts';

const STARTS = 5;
/** After a start, until garbage is collected and the first heartbeats have passed. */
const REST_MS = 5_000;

export async function measureStart(bench: Bench): Promise<void> {
  const times: number[] = [];
  let atRest: number | null = null;
  for (let i = 0; i < STARTS; i++) {
    const isLast = i === STARTS - 1;
    await withNode(bench.program, [], async (node) => {
      times.push(node.firstAnswerMs);
      if (isLast) atRest = await measureMemory(node);
    });
  }
  const section = 'start';
  bench.report({ section, what: 'first answer', unit: 'ms', ...summariseTimes(times) });
  bench.report({ section, what: 'memory at rest', unit: 'MB', value: atRest });
}

async function measureMemory(node: MeasuredNode): Promise<number | null> {
  await sleep(REST_MS);
  return node.residentMb();
}
