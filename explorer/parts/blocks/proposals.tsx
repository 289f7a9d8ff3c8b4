// Proposals of accounts to become validators, or to change their stake.

import type { ValidatorStake } from '../../chain/wire.ts';
import { Panel } from '../ui/panel.tsx';
import { Near } from '../values/amounts.tsx';
import { AccountLink } from '../values/links.tsx';

export function Proposals({ stakes }: { stakes: readonly ValidatorStake[] }) {
  if (stakes.length === 0) return null;
  return (
    <Panel id="proposals" title="Proposals">
      <ul class="list">
        {stakes.map(({ account_id, stake, public_key }) => (
          <li key={`${account_id} ${public_key}`}>
            <AccountLink id={account_id} /> stakes <Near yocto={stake} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
