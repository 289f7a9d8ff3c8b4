// perigee_call: a view call with overrides, in the thread of traces.

import { preformatted } from '../../codec/codec.ts';
import { struct } from '../../codec/struct.ts';
import { SimulatedCall } from '../../simulate/simulatedCall.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import { defineMethod } from '../core/method.ts';
import { defineErrors, errorKind, SET_NAME } from '../messages/errors.ts';
import { callParams } from '../params/simulationParams.ts';
import { findBegin, simulationErrors, simulatorOf, whilePossible } from '../views/simulations.ts';

const errors = defineErrors('PerigeeCallError', {
  UNKNOWN_ACCOUNT: errorKind({
    when: 'There is no such account in the state, overrides included.',
    info: struct({ requestedAccountId: accountId }),
    text: ({ requestedAccountId }: { requestedAccountId: AccountId }) =>
      `account ${requestedAccountId} does not exist while viewing`,
  }),
});

export const call = defineMethod({
  name: 'perigee_call',
  summary:
    'Calls a view method of a contract, as `call_function` does, on a state that can be changed ' +
    'first, at any height and time. The chain is not affected.',
  params: callParams,
  result: preformatted(SimulatedCall),
  returns:
    '`result`, a list of bytes, or `failure` with its stack; `logs`, `gas_burnt`, and the block ' +
    'of the state.',
  errors: { ...simulationErrors, ...errors, [SET_NAME]: 'PerigeeCallError' },
  isServed: ({ simulator }) => simulator !== undefined,
  handle: async (context, { reference, argsBase64: args, ...request }) => {
    const { accountId: requestedAccountId, overrides, methodName } = request;
    const { blockHeight, blockTimestamp } = request;
    const text = await whilePossible(
      simulatorOf(context).simulateCall({
        blockHash: findBegin(context, reference),
        accountId: requestedAccountId,
        methodName,
        args,
        overrides,
        blockHeight,
        blockTimestamp,
        gasLimit: context.clientConfig.maxGasBurntView,
      }),
    );
    if (text === null) throw errors.UNKNOWN_ACCOUNT({ requestedAccountId });
    return text;
  },
});
