// perigee_accounts.

import { named } from '../../codec/codec.ts';
import { vec } from '../../codec/primitives.ts';
import { struct } from '../../codec/struct.ts';
import { controlErrors, controlsOf } from '../controls/control.ts';
import { KnownAccountView } from '../core/knownAccountView.ts';
import { defineMethod } from '../core/method.ts';
import { noParams } from '../params/params.ts';

export const accounts = defineMethod({
  name: 'perigee_accounts',
  summary: 'The accounts that the node prints at startup, the root account first.',
  isControl: true,
  params: named('PerigeeAccountsRequest', noParams),
  result: struct('PerigeeAccountsResponse', { accounts: vec(KnownAccountView) }),
  returns:
    '`accounts`, each with `account_id` and `public_key`, and with `secret_key` if the request ' +
    "has the token or comes from the explorer's own page.",
  errors: controlErrors,
  handle: (context) => {
    const known = controlsOf(context).accounts();
    const { showsSecrets } = context;
    return { accounts: showsSecrets ? known : known.map(withoutSecret) };
  },
});

function withoutSecret(account: KnownAccountView): KnownAccountView {
  return { ...account, secretKey: null };
}
