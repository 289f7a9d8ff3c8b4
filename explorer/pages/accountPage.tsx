// An account: what it has, who may act for it, and what it did.

import type { U64 } from 'perigee/wire';
import { useState } from 'preact/hooks';
import { type AccountState, atHead, codeOf, loadAccount } from '../chain/account.ts';
import { readSubAccounts } from '../chain/accountHistory.ts';
import { chainHead } from '../chain/connection.ts';
import { actAs, actingAccount, nodeAccounts } from '../chain/localChain.ts';
import { NodeRefusal } from '../chain/node.ts';
import { useHistory } from '../chain/useHistory.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import { BalancePanel } from '../parts/account/balancePanel.tsx';
import { ContractPanel } from '../parts/account/contractPanel.tsx';
import { FundForm } from '../parts/account/fundForm.tsx';
import { HistoryTable } from '../parts/account/historyTable.tsx';
import { KeyTable } from '../parts/account/keyTable.tsx';
import { SubAccountsPanel } from '../parts/account/subAccounts.tsx';
import { TokenPanel } from '../parts/account/tokenPanel.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { CopyButton } from '../parts/ui/copyButton.tsx';
import { Icon } from '../parts/ui/icon.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { OrbitMark } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

/** At first: the page opens faster with a few. */
const HISTORY_ROWS = 12;

export function AccountPage({ subject: id }: PageProps) {
  const head = useObservable(chainHead);
  const [created, setCreated] = useState(0);
  const version = `${head?.busyHeight ?? 0}/${created}`;
  const loaded = useLoaded(`account ${id}`, () => loadAccount(id), version);
  // Requested with the account, not after it.
  const subAccounts = useLoaded(`below ${id}`, () => readSubAccounts(id), head?.busyHeight ?? 0);
  const history = useHistory(id, HISTORY_ROWS);
  const { value, error } = loaded;
  const isMissing = error instanceof NodeRefusal && error.kind === 'UNKNOWN_ACCOUNT';
  const isContract = value !== undefined && codeOf(value.account).kind !== 'none';
  return (
    <>
      <Title
        mark={<OrbitMark isLarge name={id} isContract={isContract} />}
        over={<p class="over">{isMissing ? 'No such account' : 'Account'}</p>}
        tools={<Tools id={id} isThere={value !== undefined} />}
      >
        <bdi>{id}</bdi>
      </Title>
      {isMissing ? (
        <Missing id={id} onCreated={() => setCreated(created + 1)} />
      ) : (
        <Answer loaded={loaded}>
          {(state) => (
            <div class="cols">
              <div class="stack-v">
                <BalancePanel state={state} balances={history.balances} />
                <Keys state={state} />
              </div>
              <div class="stack-v">
                <TokenPanel id={id} />
                <ContractPanel id={id} account={state.account} />
                <SubAccountsPanel loaded={subAccounts} />
              </div>
            </div>
          )}
        </Answer>
      )}
      <HistoryTable id={id} title="History" {...history} />
      <Raw method="query" params={atHead(id, 'view_account')} />
      <Raw method="query" params={atHead(id, 'view_access_key_list')} />
    </>
  );
}

function Tools({ id, isThere }: { id: string; isThere: boolean }) {
  const accounts = useObservable(nodeAccounts);
  const acting = useObservable(actingAccount);
  return (
    <>
      {isThere && <FundForm id={id} isNew={false} onCreated={() => {}} />}
      {accounts && isThere && acting !== id && (
        <button class="btn" type="button" onClick={() => actAs(id)}>
          <Icon name="mask" />
          Act as it
        </button>
      )}
      <CopyButton isIcon text={id} label="Copy the name" />
    </>
  );
}

function Missing({ id, onCreated }: { id: string; onCreated: () => void }) {
  return (
    <section class="panel form" aria-label="Missing account">
      <p>
        There is no such account at the head of this chain. It may have been deleted, or nobody
        created it yet.
      </p>
      <FundForm isNew id={id} onCreated={onCreated} />
    </section>
  );
}

function Keys({ state }: { state: AccountState }) {
  const { account, keys } = state;
  if (account.state !== 'uninitialized') return <KeyTable keys={keys} />;
  return <Uninitialized nonce={account.bootstrap_nonce ?? 0} />;
}

function Uninitialized({ nonce }: { nonce: U64 }) {
  return (
    <Notice>
      This account has a balance, but its keys and contract are not installed yet. One of the keys
      in its state init may sign the transaction that installs them, with nonce{' '}
      {`${BigInt(nonce) + 1n}`}.
    </Notice>
  );
}
