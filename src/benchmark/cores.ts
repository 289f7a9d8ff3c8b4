// Which cores processes run on, by `taskset` of Linux. Without it nothing is pinned.

import { spawnSync } from 'node:child_process';

/** The cores that this process may use; null if the system does not have `taskset`. */
export function readCores(): number[] | null {
  const { status, stdout } = spawnSync('taskset', ['-cp', `${process.pid}`], { encoding: 'utf8' });
  return status === 0 ? parseCoreList(stdout) : null;
}

/** From a line such as `pid 7's current affinity list: 0,2-3`. */
export function parseCoreList(line: string): number[] {
  const list = line.slice(line.lastIndexOf(':') + 1).trim();
  return list.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

/** Who runs where. Null leaves it to the system. */
export interface CorePlan {
  readonly node: readonly number[] | null;
  readonly generator: readonly number[] | null;
}

/** As many cores for the node as it has processes; the generator gets others if there are any. */
export function planCores(cores: readonly number[] | null, processes: number): CorePlan {
  if (cores === null || cores.length < processes) return { node: null, generator: null };
  const rest = cores.slice(processes);
  return { node: cores.slice(0, processes), generator: rest.length > 0 ? rest : cores };
}

export function describePlan({ node, generator }: CorePlan): string {
  if (node === null || generator === null) return 'nothing is pinned: all share the cores';
  const isShared = generator.some((core) => node.includes(core));
  const place = isShared ? 'shares them' : `on ${formatCores(generator)}`;
  return `nodes on ${formatCores(node)}, the load generator ${place}`;
}

function formatCores(cores: readonly number[]): string {
  return `core${cores.length === 1 ? '' : 's'} ${cores.join(', ')}`;
}

/** All threads of a process; those that it starts later inherit it. */
export function pinProcess(pid: number, cores: readonly number[]): boolean {
  return spawnSync('taskset', ['-acp', cores.join(','), `${pid}`]).status === 0;
}

/** A command that runs on the given cores only. */
export function pinnedCommand(
  command: readonly string[],
  cores: readonly number[] | null,
): readonly string[] {
  return cores === null ? command : ['taskset', '-c', cores.join(','), ...command];
}
