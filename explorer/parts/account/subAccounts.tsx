// The accounts below an account that took part in something.

import { codeOf } from '../../chain/account.ts';
import type { SubAccounts } from '../../chain/accountHistory.ts';
import type { Loaded } from '../../chain/useLoaded.ts';
import { Answer } from '../ui/answer.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Near } from '../values/amounts.tsx';
import { Who } from '../values/links.tsx';

export function SubAccountsPanel({ loaded }: { loaded: Loaded<SubAccounts> }) {
  return (
    <Panel id="sub-accounts" title="Sub-accounts" note={loaded.value?.accounts.length}>
      <Answer loaded={loaded}>
        {({ accounts, isComplete }) => (
          <>
            {accounts.length === 0 && <Notice>None took part in anything yet.</Notice>}
            <ul class="bars names">
              {accounts.map(({ name, account }) => (
                <li key={name}>
                  <Who id={name} isContract={account !== null && codeOf(account).kind !== 'none'} />
                  {account === null ? (
                    <span class="faint">gone</span>
                  ) : (
                    <Near yocto={account.amount} />
                  )}
                </li>
              ))}
            </ul>
            {!isComplete && <Notice>There may be more.</Notice>}
          </>
        )}
      </Answer>
    </Panel>
  );
}
