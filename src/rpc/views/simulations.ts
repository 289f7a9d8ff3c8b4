// What the methods that simulate have in common: the block that they begin with, and their errors.

import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes/bytes.ts';
import type { Hash } from '../../base/crypto/hash.ts';
import { wireCode } from '../../base/errorTable.ts';
import { string } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { ImpossibleSimulation } from '../../simulate/simulationError.ts';
import type { GivenBlock } from '../../simulate/simulationRequest.ts';
import type { MethodContext, Simulator } from '../core/context.ts';
import { defineErrors, errorKind } from '../messages/errors.ts';
import { type BlockReference, requireBlock } from '../params/blockReference.ts';

interface Refusal {
  readonly code: string;
  readonly errorMessage: string;
}

export const simulationErrors = defineErrors('PerigeeSimulationError', {
  UNKNOWN_BLOCK: errorKind<{ errorMessage: string }>({
    when: 'There is no such block.',
    info: struct({ errorMessage: string }),
    text: ({ errorMessage }) => errorMessage,
  }),
  SIMULATION_REFUSED: errorKind<Refusal>({
    when:
      'It is not possible: an override contradicts the state or the block before, the state of ' +
      'the block was pruned, or a bound is exceeded. `info` has a `code` and a message.',
    info: struct({ code: string, errorMessage: string }),
    text: ({ errorMessage }) => errorMessage,
  }),
});

/** The hash of the block that a simulation begins with. */
export function findBegin({ chain }: MethodContext, reference: BlockReference): Hash {
  return requireBlock(chain, reference, 'BLOCK', ({ what }) =>
    simulationErrors.UNKNOWN_BLOCK({ errorMessage: `there is no block ${what}` }),
  ).hash;
}

/** On the newest block, the first one is made now, by the chain's clock if that can be moved. */
export async function beginNow(
  { chain, controls, now }: MethodContext,
  blockHash: Hash,
  blocks: readonly GivenBlock[],
): Promise<readonly GivenBlock[]> {
  const [first, ...others] = blocks;
  if (first === undefined || first.blockTimestamp !== null) return blocks;
  if (!equalBytes(chain.head().hash, blockHash)) return blocks;
  const clock = controls === undefined ? null : await controls.run({ kind: 'describe' });
  const blockTimestamp = clock?.timestamp ?? now();
  const headTimestamp = chain.block(blockHash)?.header.lite.timestamp ?? blockTimestamp;
  return blockTimestamp > headTimestamp ? [{ ...first, blockTimestamp }, ...others] : blocks;
}

export function simulatorOf({ simulator }: MethodContext): Simulator {
  assert(simulator !== undefined, 'simulations are only served where blocks can be executed');
  return simulator;
}

export async function whilePossible<T>(running: Promise<T>): Promise<T> {
  try {
    return await running;
  } catch (error) {
    if (!(error instanceof ImpossibleSimulation)) throw error;
    const { message: errorMessage } = error;
    throw simulationErrors.SIMULATION_REFUSED({ code: wireCode(error.code), errorMessage });
  }
}
