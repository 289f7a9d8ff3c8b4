// One run of a simulated world from its seed, and how to reproduce a failed run.

import { withSimulatedGlobals } from './simulatedGlobals.ts';
import { Trace } from './trace.ts';
import { World } from './world.ts';

export type WorldRun = (world: World) => Promise<void>;

interface RunOptions {
  readonly name: string;
  readonly seed: number;
  readonly run: WorldRun;
  readonly print?: (line: string) => void;
}

/** Explains how to repeat the run. */
export class SimulationFailure extends Error {
  constructor({ name, seed }: Pick<RunOptions, 'name' | 'seed'>, trace: Trace, cause: unknown) {
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    super(
      `${reason}\n\nthe last events:\n${trace.lastLines.join('\n')}\n\n` +
        `to replay it: PERIGEE_SEED=${name}:${seed} npm test -- simulation/${name}`,
      { cause },
    );
  }
}

/** Returns a hash of everything that happened. */
export async function runWorld(options: RunOptions): Promise<string> {
  const trace = new Trace(options.print ?? null);
  const world = new World(options.seed, trace);
  try {
    await withSimulatedGlobals(world, () => options.run(world));
  } catch (error) {
    throw new SimulationFailure(options, trace, error);
  }
  return trace.hash;
}
