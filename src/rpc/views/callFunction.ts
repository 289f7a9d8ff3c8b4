// A view call of a contract, bounded in gas and time.

import { whenReady } from '../../base/scheduling/whenReady.ts';
import { string } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { readAccount } from '../../state/accounts.ts';
import { accountId } from '../../types/accountId.ts';
import { functionArgs } from '../../types/primitives.ts';
import { CallResult, callResultFields } from '../../types/views/stateRowViews.ts';
import { defineView, viewedBlockFields } from './view.ts';

export const callFunction = defineView({
  fields: { accountId, methodName: string, argsBase64: functionArgs },
  result: struct('RpcCallFunctionResponse', { ...callResultFields, ...viewedBlockFields }),
  content: CallResult,
  returns: '`result`, a list of bytes, and `logs`.',
  // A call of an account without code is an execution error; the other name is only declared.
  failures: ['UNKNOWN_ACCOUNT', 'NO_CONTRACT_CODE', 'CONTRACT_EXECUTION_ERROR'],
  run: (context, target, { accountId, methodName, argsBase64 }) => {
    const account = readAccount(target.stateOf(accountId), accountId);
    if (account === null) throw target.fail({ name: 'UNKNOWN_ACCOUNT', accountId });
    if (context.callFunction === undefined) {
      throw target.fail({ name: 'INTERNAL_ERROR' }, 'contracts can not be called on this node');
    }
    const calling = context.callFunction({
      blockHash: target.at.blockHash,
      shardId: target.shardOf(accountId),
      accountId,
      account,
      methodName,
      args: argsBase64,
      gasLimit: context.clientConfig.maxGasBurntView,
    });
    return whenReady(calling, (called) => {
      if (called.kind === 'unavailable') throw target.unavailable(called.message);
      if (called.kind === 'failed') {
        const { error, debug } = called;
        throw target.fail({ name: 'CONTRACT_EXECUTION_ERROR', error, debug });
      }
      const { blockHash, blockHeight } = target.at;
      return { result: called.value, logs: called.logs, blockHash, blockHeight };
    });
  },
});
