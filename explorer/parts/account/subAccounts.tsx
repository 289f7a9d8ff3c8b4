// The accounts below an account that took part in something.

import { codeOf } from '../../chain/account.ts';
import { readAccounts, type SubAccounts } from '../../chain/accountHistory.ts';
import { chainHead } from '../../chain/connection.ts';
import { type Loaded, useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import type { Account } from '../../chain/wire.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Near } from '../values/amounts.tsx';
import { Who } from '../values/links.tsx';

export function SubAccountsPanel({ loaded }: { loaded: Loaded<SubAccounts> }) {
  return (
    <Panel id="sub-accounts" title="Sub-accounts" note={loaded.value?.names.length}>
      <Answer loaded={loaded}>
        {({ names, isComplete }) => (
          <>
            {names.length === 0 ? (
              <Notice>None took part in anything yet.</Notice>
            ) : (
              <Balances names={names} />
            )}
            {!isComplete && <Notice>There may be more.</Notice>}
          </>
        )}
      </Answer>
    </Panel>
  );
}

/** The names are shown at once, what their accounts have follows. */
function Balances({ names }: { names: readonly string[] }) {
  const head = useObservable(chainHead);
  const { value } = useLoaded(names.join(), () => readAccounts(names), head?.busyHeight ?? 0);
  return (
    <ul class="bars names">
      {names.map((name) => (
        <SubAccount key={name} name={name} account={value?.get(name)} />
      ))}
    </ul>
  );
}

/** Without an account while it is being loaded; null if it is gone. */
function SubAccount({ name, account }: { name: string; account: Account | null | undefined }) {
  const isContract = account ? codeOf(account).kind !== 'none' : false;
  return (
    <li>
      <Who id={name} isContract={isContract} />
      {account === null && <span class="faint">gone</span>}
      {account && <Near yocto={account.amount} />}
    </li>
  );
}
