// Which code a function call runs: the account's own, a global one, or for older `0x…` accounts the
// network's wallet.

import { globalCodeHash, peekContractCode, peekGlobalCode } from '../../state/contractCode.ts';
import type { StateReader, StateUpdate } from '../../state/stateUpdate.ts';
import type { AccountContract } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import type { ContractCode } from '../../vm/moduleCache.ts';
import { ethWalletHash, isWalletPlaceholder } from './ethWallet.ts';

interface ContractOwner {
  readonly chainId: string;
  readonly accountId: AccountId;
  readonly contract: AccountContract;
}

/** What the lookup of code needs from a state. */
type CodeState = StateReader & Pick<StateUpdate, 'find'>;

/** Null for an account without a contract. */
export function resolveContract(state: CodeState, owner: ContractOwner): ContractCode | null {
  const { accountId, chainId, contract } = owner;
  switch (contract.kind) {
    case 'None':
      return null;
    case 'Global':
      return globalCode(state, { kind: 'CodeHash', value: contract.value });
    case 'GlobalByAccount':
      return globalCode(state, { kind: 'AccountId', value: contract.value });
    case 'Local': {
      const hash = contract.value;
      if (isWalletPlaceholder(accountId, hash)) {
        return globalCode(state, { kind: 'CodeHash', value: ethWalletHash(chainId) });
      }
      return { hash, read: () => peekContractCode(state, accountId) };
    }
  }
}

function globalCode(state: CodeState, identifier: GlobalContractIdentifier): ContractCode | null {
  // A hash identifies its code; only code that an account deploys has to be looked up.
  const hash =
    identifier.kind === 'CodeHash' ? identifier.value : globalCodeHash(state, identifier);
  return hash === null ? null : { hash, read: () => peekGlobalCode(state, identifier) };
}
