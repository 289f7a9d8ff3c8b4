// Requests per second when every question is asked only once, so that no cache of responses helps.
// Both nodes have chains of the same shape. Each run of ours is a new process on a copy of its
// chain, and gets as many cores as it has processes; the other node gets the same cores if its
// process is known.

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, BLOCK_EVERY_MS, isWanted } from '../bench.ts';
import { type CorePlan, describePlan, pinProcess, planCores, readCores } from '../cores.ts';
import {
  listDistinctQuestions,
  QUESTION_NAMES,
  type QuestionPart,
  splitQuestions,
} from '../distinctQuestions.ts';
import { generateListedLoad } from '../loadGenerator.ts';
import { withNodeIn } from '../measuredNode.ts';
import { type Measurement, medianOfEach } from '../measurement.ts';
import { prepareChains } from '../prepareChains.ts';
import { readProcessorMs } from '../processTime.ts';
import type { Target } from '../target.ts';
import { withFolder } from '../withFolder.ts';

export async function measureDistinct(bench: Bench): Promise<void> {
  await withFolder(async (folder) => {
    const chains = await prepareChains(bench, bench.chains ?? join(folder, 'chains'));
    const own = listDistinctQuestions(chains.own);
    const other = chains.other === null ? null : listDistinctQuestions(chains.other);
    const cores = readCores();
    for (const processes of bench.processes) {
      const plan = planCores(cores, processes);
      bench.say(`${processes} process${processes === 1 ? '' : 'es'}: ${describePlan(plan)}`);
      pinOthers(bench, plan);
      await measureLayout(bench, { folder, home: chains.home, own, other, processes, plan });
    }
    if (cores !== null) pinOthers(bench, { node: cores, generator: cores });
  });
}

/** For each kind of question its requests. */
type Questions = ReadonlyMap<string, readonly string[]>;

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
  readonly home: string;
  readonly own: Questions;
  readonly other: Questions | null;
  readonly processes: number;
  readonly plan: CorePlan;
}

interface DistinctResult {
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly processorUs: number | null;
}

async function measureLayout(bench: Bench, layout: Layout): Promise<void> {
  const sides: Side[] = [{ isOwn: true, questions: layout.own, results: new Results() }];
  if (layout.other !== null) {
    sides.push({ isOwn: false, questions: layout.other, results: new Results() });
  }
  for (let run = 0; run < bench.runs; run++) {
    const home = join(layout.folder, `run${run}`);
    cpSync(layout.home, home, { recursive: true });
    const workers = ['--workers', `${layout.processes - 1}`];
    const args = ['--mining', `interval:${BLOCK_EVERY_MS}`, ...workers];
    const start = { program: bench.program, args, cores: layout.plan.node };
    await withNodeIn(home, start, (node) => measureRun(bench, node, sides));
    rmSync(home, { recursive: true });
    // Neither node is always the first.
    sides.reverse();
  }
  reportLayout(bench, layout.processes, sides);
}

/** A node with its questions. */
interface Side {
  readonly isOwn: boolean;
  readonly questions: Questions;
  readonly results: Results;
}

/** The results of all runs, by the row that they belong to. */
class Results {
  readonly #all = new Map<string, DistinctResult[]>();

  add(row: string, result: DistinctResult): void {
    const known = this.#all.get(row);
    if (known === undefined) this.#all.set(row, [result]);
    else known.push(result);
  }

  median(row: string): DistinctResult | null {
    const known = this.#all.get(row);
    return known === undefined ? null : medianOfEach(known);
  }
}

/** All kinds of questions warm up the code of the nodes, and then the nodes take turns. */
async function measureRun(bench: Bench, node: Target, sides: readonly Side[]): Promise<void> {
  const kinds = QUESTION_NAMES.filter((what) => isWanted(bench, what));
  const failed = new Set<string>();
  const measure = async (what: string, { isOwn, questions, results }: Side, phase: number) => {
    const target = isOwn ? node : bench.other;
    const part = splitQuestions(questions.get(what) ?? [], bench.connections)[phase];
    if (target === null || part === undefined || part.bodies.length === 0) return;
    if (!isOwn && failed.has(what)) return;
    try {
      const result = await measurePart(bench, target, part);
      if (phase > 0) results.add(rowName(what, part.connections), result);
    } catch (error) {
      if (isOwn) throw error;
      failed.add(what);
      bench.say(`${what} of the other node is left out: ${(error as Error).message}`);
    }
  };
  for (const what of kinds) for (const side of sides) await measure(what, side, 0);
  for (const what of kinds) {
    for (let phase = 1; phase <= bench.connections.length; phase++) {
      for (const side of sides) await measure(what, side, phase);
    }
  }
}

async function measurePart(
  { loadMs }: Bench,
  { url, pid }: Target,
  { connections, bodies }: QuestionPart,
): Promise<DistinctResult> {
  const beforeMs = readProcessorMs(pid);
  const { requests, ...result } = await generateListedLoad({
    url,
    bodies,
    connections,
    durationMs: loadMs,
  });
  const afterMs = readProcessorMs(pid);
  const isKnown = beforeMs !== null && afterMs !== null;
  return { ...result, processorUs: isKnown ? (1000 * (afterMs - beforeMs)) / requests : null };
}

function rowName(what: string, connections: number): string {
  return `${what}, ${connections} connection${connections === 1 ? '' : 's'}`;
}

function reportLayout(bench: Bench, processes: number, sides: readonly Side[]): void {
  const median = (wanted: boolean, row: string) =>
    sides.find(({ isOwn }) => isOwn === wanted)?.results.median(row) ?? null;
  for (const connections of bench.connections) {
    for (const what of QUESTION_NAMES) {
      const row = rowName(what, connections);
      const own = median(true, row);
      const other = median(false, row);
      if (own === null) continue;
      bench.report({
        section: `distinct, ${processes} process${processes === 1 ? '' : 'es'}`,
        what: row,
        value: own.requestsPerSecond,
        unit: 'requests/s',
        detail: detailOf(own),
        ...(other !== null && {
          against: other.requestsPerSecond,
          againstDetail: detailOf(other),
        }),
      });
    }
  }
}

function detailOf({ medianMs, p99Ms, processorUs }: DistinctResult): Measurement['detail'] {
  return { medianMs, p99Ms, processorUs };
}
