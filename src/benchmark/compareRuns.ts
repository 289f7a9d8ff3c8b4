// Sections that measure our node next to another on chains of the same shape. Each run of ours is a
// new process on a copy of its chain, and gets as many cores as it has processes; the other node
// gets the same cores if its process is known.

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, BLOCK_EVERY_MS, countOf } from './bench.ts';
import { type CorePlan, describePlan, pinProcess, planCores, readCores } from './cores.ts';
import type { QuestionSource } from './distinctQuestions.ts';
import { withNodeIn } from './measuredNode.ts';
import { type Measurement, medianOfEach } from './measurement.ts';
import { withPaused } from './pausedProcesses.ts';
import { prepareChains } from './prepareChains.ts';
import { readProcessorMs } from './processTime.ts';
import type { Target } from './target.ts';
import { withFolder } from './withFolder.ts';

/** One of the two nodes in a run. */
export interface RunSide {
  readonly isOwn: boolean;
  readonly target: Target;
  readonly source: QuestionSource;
  /** Runs a task while the other node is suspended, if its process is known. */
  alone<T>(task: () => Promise<T>): Promise<T>;
  /** Adds a result of this run to a row. */
  add(row: string, result: RunResult): void;
}

export interface RunResult {
  readonly value: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly processorUs: number | null;
}

interface ComparedSection {
  readonly name: string;
  /** In the order of the report. */
  readonly rows: readonly Row[];
  /** Measures both nodes once; the first of them goes first. */
  measure(sides: readonly RunSide[]): Promise<void>;
}

interface Row {
  readonly what: string;
  readonly unit: Measurement['unit'];
}

export async function compareRuns(bench: Bench, section: ComparedSection): Promise<void> {
  await withFolder(async (folder) => {
    const chains = await prepareChains(bench, bench.chains ?? join(folder, 'chains'));
    const cores = readCores();
    for (const processes of bench.processes) {
      const plan = planCores(cores, processes);
      bench.say(`${countOf(processes, 'process')}: ${describePlan(plan)}`);
      pinOthers(bench, plan);
      await compareLayout(bench, section, { folder, chains, processes, plan });
    }
    if (cores !== null) pinOthers(bench, { node: cores, generator: cores });
  });
}

/** Pins the other node and the generator, which is this process. */
function pinOthers(bench: Bench, { node, generator }: CorePlan): void {
  if (node === null || generator === null) return;
  pinProcess(process.pid, generator);
  if (bench.other === null) return;
  const isPinned = bench.other.pid !== null && pinProcess(bench.other.pid, node);
  if (!isPinned) bench.say('the other node is not pinned: --against-pid names its process');
}

interface Layout {
  readonly folder: string;
  readonly chains: Awaited<ReturnType<typeof prepareChains>>;
  readonly processes: number;
  readonly plan: CorePlan;
}

async function compareLayout(
  bench: Bench,
  section: ComparedSection,
  { folder, chains, processes, plan }: Layout,
): Promise<void> {
  const ours = new Results();
  const theirs = new Results();
  const { other } = bench;
  const workers = ['--workers', `${processes - 1}`];
  const args = ['--mining', `interval:${BLOCK_EVERY_MS}`, ...workers];
  for (let run = 0; run < bench.runs; run++) {
    const home = join(folder, `run${run}`);
    cpSync(chains.home, home, { recursive: true });
    await withNodeIn(home, { program: bench.program, args, cores: plan.node }, (node) => {
      const sides = [
        createSide({ isOwn: true, target: node, source: chains.own, rival: other }, ours),
      ];
      if (other !== null && chains.other !== null) {
        const described = { isOwn: false, target: other, source: chains.other, rival: node };
        sides.push(createSide(described, theirs));
      }
      // Neither node is always the first.
      return section.measure(run % 2 === 0 ? sides : sides.reverse());
    });
    rmSync(home, { recursive: true });
  }
  for (const { what, unit } of section.rows) {
    const own = ours.median(what);
    if (own === null) continue;
    const name = `${section.name}, ${countOf(processes, 'process')}`;
    bench.report({ section: name, what, unit, ...compareResults(own, theirs.median(what)) });
  }
}

interface DescribedSide extends Pick<RunSide, 'isOwn' | 'target' | 'source'> {
  readonly rival: Target | null;
}

function createSide({ rival, ...side }: DescribedSide, results: Results): RunSide {
  return {
    ...side,
    alone: (task) => withPaused(rival, task),
    add: (row, result) => results.add(row, result),
  };
}

/** The results of all runs, by the row that they belong to. */
class Results {
  readonly #all = new Map<string, RunResult[]>();

  add(row: string, result: RunResult): void {
    const known = this.#all.get(row);
    if (known === undefined) this.#all.set(row, [result]);
    else known.push(result);
  }

  median(row: string): RunResult | null {
    const known = this.#all.get(row);
    return known === undefined ? null : medianOfEach(known);
  }
}

function compareResults(
  { value, ...detail }: RunResult,
  other: RunResult | null,
): Pick<Measurement, 'value' | 'against' | 'detail' | 'againstDetail'> {
  if (other === null) return { value, detail };
  const { value: against, ...againstDetail } = other;
  return { value, against, detail, againstDetail };
}

/** The processor time of a node per request of a task. */
export async function withProcessorTime<T extends { readonly requests: number }>(
  { pid }: Target,
  task: () => Promise<T>,
): Promise<T & { readonly processorUs: number | null }> {
  const beforeMs = readProcessorMs(pid);
  const result = await task();
  const afterMs = readProcessorMs(pid);
  const isKnown = beforeMs !== null && afterMs !== null;
  const processorUs = isKnown ? (1000 * (afterMs - beforeMs)) / result.requests : null;
  return { ...result, processorUs };
}
