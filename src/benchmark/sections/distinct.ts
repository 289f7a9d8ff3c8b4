// Requests per second when every question is asked only once, so that no cache of responses helps.

import { type Bench, countOf, isWanted } from '../bench.ts';
import { compareRuns, type RunResult, type RunSide, withProcessorTime } from '../compareRuns.ts';
import {
  listDistinctQuestions,
  QUESTION_NAMES,
  type QuestionPart,
  splitQuestions,
} from '../distinctQuestions.ts';
import { generateListedLoad } from '../loadGenerator.ts';
import type { Target } from '../target.ts';

/**
 * The questions that warm up are asked several times, some thousand requests of each kind: what is
 * measured is asked once.
 */
const WARM_UP_ROUNDS = 8;

export async function measureDistinct(bench: Bench): Promise<void> {
  await compareRuns(bench, {
    name: 'distinct',
    rows: bench.connections.flatMap((connections) =>
      QUESTION_NAMES.map((what) => ({
        what: rowName(what, connections),
        unit: 'requests/s' as const,
      })),
    ),
    measure: (sides) => measureRun(bench, sides),
  });
}

function rowName(what: string, connections: number): string {
  return `${what}, ${countOf(connections, 'connection')}`;
}

/** All kinds of questions warm up the code of the nodes, and then the nodes take turns. */
async function measureRun(bench: Bench, sides: readonly RunSide[]): Promise<void> {
  const kinds = QUESTION_NAMES.filter((what) => isWanted(bench, what));
  const questions = new Map(sides.map((side) => [side, listDistinctQuestions(side.source)]));
  const failed = new Set<string>();
  const measure = async (what: string, side: RunSide, phase: number) => {
    const bodies = questions.get(side)?.get(what) ?? [];
    const part = splitQuestions(bodies, bench.connections)[phase];
    if (part === undefined || part.bodies.length === 0) return;
    if (!side.isOwn && failed.has(what)) return;
    try {
      const result = await side.alone(() => measurePart(bench, side.target, part));
      if (phase > 0) side.add(rowName(what, part.connections), result);
    } catch (error) {
      if (side.isOwn) throw error;
      failed.add(what);
      bench.say(`${what} of the other node is left out: ${(error as Error).message}`);
    }
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const what of kinds) for (const side of sides) await measure(what, side, 0);
  }
  for (const what of kinds) {
    for (let phase = 1; phase <= bench.connections.length; phase++) {
      for (const side of sides) await measure(what, side, phase);
    }
  }
}

async function measurePart(
  { loadMs }: Bench,
  target: Target,
  { connections, bodies }: QuestionPart,
): Promise<RunResult> {
  const load = { url: target.url, bodies, connections, durationMs: loadMs };
  const measured = await withProcessorTime(target, () => generateListedLoad(load));
  const { requestsPerSecond, medianMs, p99Ms, processorUs } = measured;
  return { value: requestsPerSecond, medianMs, p99Ms, processorUs };
}
