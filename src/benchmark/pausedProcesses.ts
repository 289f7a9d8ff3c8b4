// Suspends the node that is not being measured, so that the other one has the cores for itself: a
// node that only produces blocks still takes a share of them. Linux only.

import { listProcesses } from './processTime.ts';
import type { Target } from './target.ts';

const paused = new Set<number>();
let resumesOnExit = false;

/** Runs a task while another node is suspended, if its process is known. */
export async function withPaused<T>(
  other: Pick<Target, 'pid'> | null,
  task: () => Promise<T>,
): Promise<T> {
  // A node must not stay suspended when the benchmark is interrupted.
  if (!resumesOnExit) process.once('exit', resumeAll);
  resumesOnExit = true;
  const pid = other?.pid ?? null;
  if (pid !== null) pause(pid);
  try {
    return await task();
  } finally {
    resumeAll();
  }
}

/** A system without `/proc` leaves them running. */
function pause(pid: number): void {
  try {
    for (const member of listProcesses(pid)) {
      process.kill(member, 'SIGSTOP');
      paused.add(member);
    }
  } catch {}
}

function resumeAll(): void {
  for (const pid of paused) {
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // It has ended meanwhile.
    }
  }
  paused.clear();
}
