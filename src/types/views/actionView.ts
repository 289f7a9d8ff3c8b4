// Actions as RPC answers show them: eighteen forms for sixteen kinds. Code is shown by its hash
// only, so converting back requires a lookup of code by hash.

import type { BorshReader } from '../../codec/borsh.ts';
import { described, JsonError, named, type TypeOf } from '../../codec/codec.ts';
import { bytes } from '../../codec/primitives.ts';
import { type Show, showList, showOf } from '../../codec/show.ts';
import { struct } from '../../codec/struct.ts';
import { union, unit } from '../../codec/union.ts';
import { AccessKeyView } from '../accessKey.ts';
import { accountId } from '../accountId.ts';
import {
  Action,
  deleteAccountFields,
  fromGasKeyFields,
  functionCallFields,
  SignedDelegateAction,
  stakeFields,
  toGasKeyFields,
  transferFields,
  universalStateInitFields,
  VersionedSignedDelegateAction,
} from '../action.ts';
import { GlobalContractIdentifier, StateData } from '../globalContract.ts';
import { functionArgs, hash, publicKey } from '../primitives.ts';
import { shownCodeHash } from './standInCode.ts';

const codeHash = struct({
  code: described(bytes, 'The SHA-256 hash of the code, base64-encoded.'),
});

const FunctionCallView = struct({ ...functionCallFields, args: functionArgs });
const TransferView = struct(transferFields);

export const ActionView = union('ActionView', {
  CreateAccount: unit,
  DeployContract: codeHash,
  FunctionCall: FunctionCallView,
  Transfer: TransferView,
  Stake: struct(stakeFields),
  AddKey: struct({ publicKey, accessKey: AccessKeyView }),
  DeleteKey: struct({ publicKey }),
  DeleteAccount: struct(deleteAccountFields),
  Delegate: SignedDelegateAction,
  DeployGlobalContract: codeHash,
  DeployGlobalContractByAccountId: codeHash,
  UseGlobalContract: struct({ codeHash: hash }),
  UseGlobalContractByAccountId: struct({ accountId }),
  DeterministicStateInit: struct({
    code: named('GlobalContractIdentifierView', GlobalContractIdentifier),
    data: StateData,
    ...transferFields,
  }),
  TransferToGasKey: struct(toGasKeyFields),
  WithdrawFromGasKey: struct(fromGasKeyFields),
  DelegateV2: VersionedSignedDelegateAction,
  UniversalStateInit: struct(universalStateInitFields),
});
export type ActionView = TypeOf<typeof ActionView>;

export function actionToView(action: Action): ActionView {
  switch (action.kind) {
    case 'CreateAccount':
      return { kind: 'CreateAccount' };
    case 'DeployContract':
      return { kind: 'DeployContract', value: { code: shownCodeHash(action.value.code) } };
    case 'DeployGlobalContract': {
      const byHash = action.value.deployMode === 'CodeHash';
      const kind = byHash ? 'DeployGlobalContract' : 'DeployGlobalContractByAccountId';
      return { kind, value: { code: shownCodeHash(action.value.code) } };
    }
    case 'UseGlobalContract': {
      const identifier = action.value.contractIdentifier;
      return identifier.kind === 'CodeHash'
        ? { kind: 'UseGlobalContract', value: { codeHash: identifier.value } }
        : { kind: 'UseGlobalContractByAccountId', value: { accountId: identifier.value } };
    }
    case 'DeterministicStateInit': {
      const { stateInit, deposit } = action.value;
      return { kind: 'DeterministicStateInit', value: { ...stateInit.value, deposit } };
    }
    default:
      return action;
  }
}

/** By their numbers in the bytes: what is shown of the most frequent actions is all they have. */
const FUNCTION_CALL = 2;
const TRANSFER = 3;
const showFunctionCall = showOf(FunctionCallView);
const showTransfer = showOf(TransferView);

/** What `actionToView` shows of an action, from its bytes. */
const showAction: Show = (reader) => {
  switch (reader.peek(0)) {
    case FUNCTION_CALL:
      reader.skip(1);
      return `{"FunctionCall":${showFunctionCall(reader)}}`;
    case TRANSFER:
      reader.skip(1);
      return `{"Transfer":${showTransfer(reader)}}`;
    default:
      return ActionView.json(actionToView(Action.read(reader)));
  }
};

/** The same of a list. */
export function showActions(reader: BorshReader): string {
  return showList(reader, showAction);
}

/** Finds the code with a hash, or null; where code may come from is up to the caller. */
export type CodeByHash = (codeHash: Uint8Array) => Uint8Array | null;

export function findCode(codeHash: Uint8Array, codeByHash: CodeByHash): Uint8Array {
  const code = codeByHash(codeHash);
  if (code === null) throw new JsonError('the code of a deployed contract is not at hand');
  return code;
}

export function actionFromView(shown: ActionView, codeByHash: CodeByHash): Action {
  switch (shown.kind) {
    case 'CreateAccount':
      return { kind: 'CreateAccount', value: {} };
    case 'DeployContract':
      return { kind: 'DeployContract', value: { code: findCode(shown.value.code, codeByHash) } };
    case 'DeployGlobalContract':
    case 'DeployGlobalContractByAccountId': {
      const deployMode = shown.kind === 'DeployGlobalContract' ? 'CodeHash' : 'AccountId';
      const code = findCode(shown.value.code, codeByHash);
      return { kind: 'DeployGlobalContract', value: { code, deployMode } };
    }
    case 'UseGlobalContract': {
      const contractIdentifier = { kind: 'CodeHash', value: shown.value.codeHash } as const;
      return { kind: 'UseGlobalContract', value: { contractIdentifier } };
    }
    case 'UseGlobalContractByAccountId': {
      const contractIdentifier = { kind: 'AccountId', value: shown.value.accountId } as const;
      return { kind: 'UseGlobalContract', value: { contractIdentifier } };
    }
    case 'DeterministicStateInit': {
      const { deposit, ...state } = shown.value;
      const stateInit = { kind: 'V1', value: state } as const;
      return { kind: 'DeterministicStateInit', value: { stateInit, deposit } };
    }
    default:
      return shown;
  }
}
