// The processor time of a node, which depends less on other programs of the machine than the time
// of a clock. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that all threads of a process and of its children have run; null if unknown. */
export function readProcessorMs(pid: number | null): number | null {
  if (pid === null) return null;
  try {
    return readNanoseconds(pid) / 1e6;
  } catch {
    return null;
  }
}

function readNanoseconds(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    sum += Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]);
    const children = readFileSync(`${folder}/children`, 'utf8').split(' ').filter(Boolean);
    for (const child of children) sum += readNanoseconds(Number(child));
  }
  return sum;
}
