// Changes of the state as requests describe them: each is the params of a control, and what the
// controls and simulations make of it.

import type { StateEdit } from '../../chain/patch/stateEdit.ts';
import { type Codec, described, type TypeOf } from '../../codec/codec.ts';
import { bytes, option } from '../../codec/primitives.ts';
import { union } from '../../codec/union.ts';
import { accountId } from '../../types/accountId.ts';
import { balance, publicKeyHandle } from '../../types/primitives.ts';
import { accessKey } from './controlParams.ts';
import { exact, mapped } from './params.ts';

export const SetBalance = exact('PerigeeSetBalanceRequest', { accountId, amount: balance });
export const SetCode = exact('PerigeeSetCodeRequest', { accountId, codeBase64: option(bytes) });
export const SetStorage = exact('PerigeeSetStorageRequest', {
  accountId,
  keyBase64: bytes,
  valueBase64: option(bytes),
});
export const SetAccessKey = exact('PerigeeSetAccessKeyRequest', {
  accountId,
  publicKey: publicKeyHandle,
  accessKey: option(accessKey),
});
export const DeleteAccount = exact('PerigeeDeleteAccountRequest', { accountId });

const GivenEdit = union(
  'PerigeeOverride',
  {
    SetBalance: described(SetBalance, 'As `perigee_set_balance`.'),
    SetCode: described(SetCode, 'As `perigee_set_code`.'),
    SetStorage: described(SetStorage, 'As `perigee_set_storage`.'),
    SetAccessKey: described(SetAccessKey, 'As `perigee_set_access_key`.'),
    DeleteAccount: described(DeleteAccount, 'As `perigee_delete_account`.'),
  },
  {
    names: {
      SetBalance: 'set_balance',
      SetCode: 'set_code',
      SetStorage: 'set_storage',
      SetAccessKey: 'set_access_key',
      DeleteAccount: 'delete_account',
    },
  },
);
type GivenEdit = TypeOf<typeof GivenEdit>;

export function toStateEdit(given: GivenEdit): StateEdit {
  switch (given.kind) {
    case 'SetCode': {
      const { accountId: id, codeBase64: code } = given.value;
      return { kind: 'SetCode', value: { accountId: id, code } };
    }
    case 'SetStorage': {
      const { accountId: id, keyBase64: dataKey, valueBase64: value } = given.value;
      return { kind: 'SetData', value: { accountId: id, dataKey, value } };
    }
    default:
      return given;
  }
}

/** One change of the state, by the name of the control that makes it. */
export const stateOverride: Codec<StateEdit> = mapped(GivenEdit, toStateEdit);
