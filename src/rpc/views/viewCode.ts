// The view of the code that an account runs, and of global code.

import { sha256 } from '../../base/crypto/hash.ts';
import { struct } from '../../codec/struct.ts';
import { ethWalletHash, isWalletPlaceholder } from '../../runtime/contracts/ethWallet.ts';
import { readAccount } from '../../state/accounts.ts';
import { readContractCode, readGlobalCode } from '../../state/contractCode.ts';
import type { StateView } from '../../state/stateView.ts';
import type { AccountContract } from '../../types/account.ts';
import { type AccountId, accountId } from '../../types/accountId.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import { hash } from '../../types/primitives.ts';
import { ContractCodeView, codeFields } from '../../types/views/stateRowViews.ts';
import { defineView, type ViewTarget, viewedBlockFields } from './view.ts';

const CodeView = struct('RpcViewCodeResponse', { ...codeFields, ...viewedBlockFields });
const returns = '`code_base64` and `hash`.';

export const viewCode = defineView({
  fields: { accountId },
  result: CodeView,
  content: ContractCodeView,
  returns,
  failures: ['UNKNOWN_ACCOUNT', 'NO_CONTRACT_CODE'],
  run: ({ clientConfig }, target, { accountId }) => {
    const state = target.stateOf(accountId);
    const account = readAccount(state, accountId);
    if (account === null) throw target.fail({ name: 'UNKNOWN_ACCOUNT', accountId });
    const contract = runContract(accountId, account.contract, clientConfig.chainId);
    const code = readCode(state, accountId, contract);
    if (code === null) throw target.fail({ name: 'NO_CONTRACT_CODE', accountId });
    return { codeBase64: code, hash: sha256(code), ...target.at };
  },
});

/** What the account runs: a placeholder stands for the wallet of the network. */
function runContract(
  accountId: AccountId,
  contract: AccountContract,
  chainId: string,
): AccountContract {
  const isPlaceholder = contract.kind === 'Local' && isWalletPlaceholder(accountId, contract.value);
  return isPlaceholder ? { kind: 'Global', value: ethWalletHash(chainId) } : contract;
}

function readCode(
  state: StateView,
  accountId: AccountId,
  contract: AccountContract,
): Uint8Array | null {
  switch (contract.kind) {
    case 'None':
      return null;
    case 'Local':
      return readContractCode(state, accountId);
    case 'Global':
      return readGlobalCode(state, { kind: 'CodeHash', value: contract.value });
    default:
      return readGlobalCode(state, { kind: 'AccountId', value: contract.value });
  }
}

export const viewGlobalContractCode = defineView({
  fields: { codeHash: hash },
  result: CodeView,
  content: ContractCodeView,
  returns,
  failures: ['NO_GLOBAL_CONTRACT_CODE'],
  run: (_context, target, { codeHash }) =>
    showGlobal(target, { kind: 'CodeHash', value: codeHash }),
});

export const viewGlobalContractCodeByAccountId = defineView({
  fields: { accountId },
  result: CodeView,
  content: ContractCodeView,
  returns,
  failures: ['NO_GLOBAL_CONTRACT_CODE'],
  run: (_context, target, { accountId }) =>
    showGlobal(target, { kind: 'AccountId', value: accountId }),
});

/** Every shard has all global code. */
function showGlobal(target: ViewTarget, identifier: GlobalContractIdentifier) {
  const code = readGlobalCode(target.anyState(), identifier);
  if (code === null) throw target.fail({ name: 'NO_GLOBAL_CONTRACT_CODE', identifier });
  return { codeBase64: code, hash: sha256(code), ...target.at };
}
