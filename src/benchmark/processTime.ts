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
  for (const member of listProcesses(pid)) {
    for (const thread of readdirSync(`/proc/${member}/task`)) {
      const line = readFileSync(`/proc/${member}/task/${thread}/schedstat`, 'utf8');
      sum += Number(line.split(' ')[0]);
    }
  }
  return sum;
}

/** A process and those that it has started. */
export function listProcesses(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => listProcesses(Number(child)))];
}
