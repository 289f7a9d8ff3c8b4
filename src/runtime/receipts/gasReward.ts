// The price at which a receipt burns gas, and the share of it that some versions pay to the
// contract that burnt it.

import { minBigint } from '../../base/bytes/bigints.ts';
import { readAccount, writeAccount } from '../../state/accounts.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import { withAmount } from '../../types/account.ts';
import type { ChunkContext } from '../chunkContext.ts';
import type { ReceiptOfActions } from '../results/actionResult.ts';

/** Version 84 burns gas at the price it was bought for, whatever has become of the price. */
export function gasBurnPrice(
  { block, protocol }: ChunkContext,
  { envelope }: ReceiptOfActions,
): bigint {
  if (!protocol.features.accountCostIncrease) return envelope.gasPrice;
  return minBigint(envelope.gasPrice, block.gasPrice);
}

/** Pays after the receipt is committed or reverted; returns what was paid. */
export function payGasReward(
  chunk: ChunkContext,
  state: StateUpdate,
  both: ReceiptOfActions,
  contractGasBurnt: bigint,
): bigint {
  const [numerator, denominator] = chunk.protocol.economics.burntGasReward;
  const gas = (contractGasBurnt * BigInt(numerator)) / BigInt(denominator);
  const reward = gasBurnPrice(chunk, both) * gas;
  if (reward === 0n) return 0n;
  const { receiptId: receiptHash, receiverId } = both.receipt;
  const account = readAccount(state, receiverId);
  if (account === null) return 0n;
  writeAccount(state, receiverId, withAmount(account, account.amount + reward));
  state.commit({ kind: 'ActionReceiptGasReward', value: { receiptHash } });
  return reward;
}
