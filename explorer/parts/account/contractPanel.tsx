// The code of an account, if it has any.

import { codeOf } from '../../chain/account.ts';
import type { Account } from '../../chain/wire.ts';
import { formatRoute } from '../../route.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';
import { Panel } from '../ui/panel.tsx';
import { Bytes } from '../values/amounts.tsx';
import { AccountLink, Hash } from '../values/links.tsx';

export function ContractPanel({ id, account }: { id: string; account: Account }) {
  const code = codeOf(account);
  const open = (
    <a class="btn small" href={formatRoute({ page: 'contract', subject: id })}>
      {code.kind === 'none' ? 'Deploy' : 'Open'} <Icon name="arrow" class="i-s" />
    </a>
  );
  return (
    <Panel id="contract" title="Contract" tools={open}>
      {code.kind === 'none' ? (
        <Notice>It has no code.</Notice>
      ) : (
        <dl class="kv">
          <dt>Code</dt>
          <dd>
            {code.kind === 'of' ? (
              <>
                that of <AccountLink id={code.owner} />
              </>
            ) : (
              <Hash text={code.hash} label="Copy the hash of the code" />
            )}
          </dd>
          <dt>Shared</dt>
          <dd>{code.kind === 'own' ? 'no, its own' : 'yes, a global contract'}</dd>
          <dt>Account and storage</dt>
          <dd>
            <Bytes count={account.storage_usage} />
          </dd>
        </dl>
      )}
    </Panel>
  );
}
