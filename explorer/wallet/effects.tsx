// What a request may change for the signer.

import { Icon } from '../parts/ui/icon.tsx';
import { Gas, Near } from '../parts/values/amounts.tsx';
import { type DappRequest, isFullAccess } from './request.ts';
import { TrialEffects } from './trial.tsx';
import { sumDeposits, sumGas } from './words.ts';

export function Effects({ request, accountId }: { request: DappRequest; accountId: string }) {
  if (request.kind === 'message') {
    return <p class="quiet">A signature proves who you are. It sends nothing to the chain.</p>;
  }
  if (request.kind === 'login') return <LoginEffects request={request} accountId={accountId} />;
  const deposits = sumDeposits(request.transactions);
  const gas = sumGas(request.transactions);
  return (
    <div class="costs">
      <TrialEffects accountId={accountId} transactions={request.transactions} />
      <h3>What it may cost</h3>
      <ul class="effects">
        <li>
          <Icon name="wallet" />
          <span>Tokens that you send, at most</span>
          <Near yocto={deposits} />
        </li>
        {gas > 0n && (
          <li>
            <Icon name="gas" />
            <span>Gas that calls may burn</span>
            <Gas gas={gas} />
          </li>
        )}
      </ul>
    </div>
  );
}

function LoginEffects(props: {
  request: Extract<DappRequest, { kind: 'login' }>;
  accountId: string;
}) {
  const { key } = props.request;
  if (key === null) {
    return <p class="quiet">The page learns the name of the account. No key is added.</p>;
  }
  const limit = isFullAccess(key, props.accountId) ? undefined : key.allowance;
  return (
    <ul class="effects">
      <li>
        <Icon name="key" />
        <span>A new key on your account, kept by the page</span>
        <span>{limit === undefined ? 'full access' : 'calls only'}</span>
      </li>
      {limit !== undefined && (
        <li>
          <Icon name="gas" />
          <span>What the key may spend on fees</span>
          {limit === null ? <span>no limit</span> : <Near yocto={limit} />}
        </li>
      )}
    </ul>
  );
}
