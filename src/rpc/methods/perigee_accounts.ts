// perigee_accounts.

import { vec } from '../../codec/primitives.ts';
import { view } from '../../codec/struct.ts';
import { controlErrors, controlsOf } from '../control.ts';
import { KnownAccountView } from '../knownAccountView.ts';
import { defineMethod } from '../method.ts';
import { ignored } from '../params.ts';

export const accounts = defineMethod({
  name: 'perigee_accounts',
  summary: 'The accounts that the node prints when it starts, with their keys, the root first.',
  isControl: true,
  params: ignored,
  result: view({ accounts: vec(KnownAccountView) }),
  returns: '`accounts`, each with `account_id`, `public_key` and `secret_key`.',
  errors: controlErrors,
  handle: (context) => ({ accounts: controlsOf(context).accounts() }),
});
