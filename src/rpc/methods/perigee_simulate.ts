// perigee_simulate. Reading is for everyone; as it executes contracts, it is bounded as traces are,
// and runs in their thread.

import { preformatted } from '../../codec/codec.ts';
import { Simulation } from '../../simulate/simulation.ts';
import { defineMethod } from '../core/method.ts';
import { SET_NAME } from '../messages/errors.ts';
import { simulateParams } from '../params/simulationParams.ts';
import {
  beginNow,
  findBegin,
  simulationErrors,
  simulatorOf,
  whilePossible,
} from '../views/simulations.ts';

export const simulate = defineMethod({
  name: 'perigee_simulate',
  summary:
    'What transactions would do: they are executed in blocks on top of the newest block or an ' +
    'older one, from any account and without signatures, until all their receipts are executed. ' +
    'The state, and the heights and times of the blocks, can be changed first. The chain is not ' +
    'affected.',
  params: simulateParams,
  result: preformatted(Simulation),
  returns:
    'The `blocks` that were made, and for each of the `transactions` its outcomes, the rows of ' +
    'the state that it changed, each failure with its stack, and the gas that its function calls ' +
    'need. A transaction that no block can include is a result too, with its `InvalidTxError`.',
  errors: { ...simulationErrors, [SET_NAME]: 'PerigeeSimulateError' },
  isServed: ({ simulator }) => simulator !== undefined,
  handle: async (context, { reference, blocks, level, suggestGas }) => {
    const blockHash = findBegin(context, reference);
    const given = await beginNow(context, blockHash, blocks);
    const request = { blockHash, blocks: given, level, suggestGas };
    return whilePossible(simulatorOf(context).simulate(request));
  },
});
