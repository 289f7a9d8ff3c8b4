// Host functions for the stakes of the current epoch.

import { ext } from '../gasCounter.ts';
import { type HostFunctions, hostFunction, i64 } from './hostFunction.ts';

export const validatorFunctions: HostFunctions = {
  validator_stake: hostFunction([i64, i64, i64], [], (host, idLength, idPtr, stakePtr) => {
    host.gas.pay(ext.base);
    const accountId = host.readAccountId(idLength, idPtr);
    host.gas.pay(ext.validator_stake_base);
    host.writeU128(stakePtr, host.external.validatorStake(accountId));
  }),

  validator_total_stake: hostFunction([i64], [], (host, stakePtr) => {
    host.gas.pay(ext.base);
    host.gas.pay(ext.validator_total_stake_base);
    host.writeU128(stakePtr, host.external.validatorTotalStake());
  }),
};
