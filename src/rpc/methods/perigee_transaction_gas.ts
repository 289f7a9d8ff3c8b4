// perigee_transaction_gas.

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import { collectOutcomes, listPending } from '../../chain/stored/transactionOutcomes.ts';
import { SYSTEM_ACCOUNT } from '../../types/accountId.ts';
import { hash } from '../../types/primitives.ts';
import { actionReceipt } from '../../types/receipt.ts';
import { splitGas } from '../controls/splitGas.ts';
import type { RpcChain } from '../core/context.ts';
import { addGas, NO_GAS, type ReceiptGas, TransactionGasView } from '../core/gasReportView.ts';
import { defineMethod } from '../core/method.ts';
import { unknownTransaction } from '../core/reexecutionErrors.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const errors = defineErrors('PerigeeTransactionGasError', {
  UNKNOWN_TRANSACTION: unknownTransaction,
});

export const transactionGas = defineMethod({
  name: 'perigee_transaction_gas',
  summary: 'The gas that a transaction and all of its receipts have burnt.',
  params: exact('PerigeeTransactionGasRequest', { txHash: hash }),
  result: TransactionGasView,
  returns:
    '`rows`, one for the transaction and one for each of its receipts, in the order of `tx`. ' +
    '`gas`, `tokens_burnt` and `parts` are sums over the rows; `pending` receipts are still to ' +
    'come.',
  errors,
  handle: ({ chain }, { txHash }) => {
    if (chain.transaction(txHash) === null) {
      chain.verifyUnknown(txHash);
      throw errors.UNKNOWN_TRANSACTION({ requestedTransactionHash: txHash });
    }
    const outcomes = collectOutcomes(chain, txHash);
    const pending = listPending(outcomes);
    for (const id of pending) chain.verifyPending(id);
    const rows = outcomes.map((outcome) => describeOutcome(chain, outcome));
    return {
      gas: rows.reduce((sum, { gas }) => sum + gas, 0n),
      tokensBurnt: rows.reduce((sum, { tokensBurnt }) => sum + tokensBurnt, 0n),
      parts: rows.reduce((sum, { parts }) => addGas(sum, parts), NO_GAS),
      pending: pending.length,
      rows,
    };
  },
});

function describeOutcome(chain: RpcChain, { id, outcome }: StoredOutcome): ReceiptGas {
  const { executorId, gasBurnt, tokensBurnt } = outcome;
  return {
    id,
    executorId,
    name: nameExecution(chain, id),
    gas: gasBurnt,
    tokensBurnt,
    parts: splitGas(outcome),
  };
}

function nameExecution(chain: RpcChain, id: Hash): string {
  const receipt = chain.receipt(id);
  if (receipt === null) return 'transaction';
  if (receipt.predecessorId === SYSTEM_ACCOUNT) return 'refund';
  const actions = actionReceipt(receipt)?.actions ?? [];
  const names = actions.map(({ kind, value }) => {
    return kind === 'FunctionCall' ? value.methodName : kind;
  });
  return names.join(' + ');
}
