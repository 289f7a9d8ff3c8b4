// An account: what it has, who may act for it, and what it did.

import type { U64 } from 'perigee/wire';
import { chainHead } from '../chain/connection.ts';
import { askNode } from '../chain/node.ts';
import { readProtocolConfig } from '../chain/shards.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import type { AccessKey, Account } from '../chain/wire.ts';
import { describePermission } from '../format/permissions.ts';
import { AccountHistory, SubAccounts } from '../parts/account/accountHistory.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { Fact, Facts } from '../parts/ui/facts.tsx';
import { Notice } from '../parts/ui/notices.tsx';
import { Panel, Summary } from '../parts/ui/panel.tsx';
import { Raw } from '../parts/ui/raw.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Bytes, Near } from '../parts/values/amounts.tsx';
import { AccountLink, Code, PageLink } from '../parts/values/links.tsx';
import type { PageProps } from './pageProps.ts';

/** The hash of no code. */
const NO_CODE = '11111111111111111111111111111111';

interface AccountState {
  readonly account: Account;
  readonly keys: readonly AccessKey[];
  readonly storagePrice: bigint;
}

const at = <K extends string>(account_id: string, request_type: K) =>
  ({ request_type, account_id, finality: 'optimistic' }) as const;

async function loadAccount(id: string): Promise<AccountState> {
  const [account, { keys }, { runtime_config }] = await Promise.all([
    askNode('query', at(id, 'view_account')),
    askNode('query', at(id, 'view_access_key_list')),
    readProtocolConfig(),
  ]);
  return { account, keys, storagePrice: BigInt(runtime_config.storage_amount_per_byte) };
}

export function AccountPage({ subject: id }: PageProps) {
  const head = useObservable(chainHead);
  const loaded = useLoaded(id, () => loadAccount(id), head?.busyHeight ?? 0);
  return (
    <>
      <Title>Account</Title>
      <p class="name">
        <bdi>{id}</bdi>
      </p>
      <Answer loaded={loaded} unknown="There is no such account at the head of this chain.">
        {(state) => (
          <>
            <Holdings state={state} id={id} />
            {state.account.state === 'uninitialized' ? (
              <Uninitialized nonce={state.account.bootstrap_nonce ?? 0} />
            ) : (
              <Keys keys={state.keys} />
            )}
          </>
        )}
      </Answer>
      <AccountHistory id={id} />
      <SubAccounts id={id} />
      <Raw method="query" params={at(id, 'view_account')} />
      <Raw method="query" params={at(id, 'view_access_key_list')} />
    </>
  );
}

function Holdings({ state, id }: { state: AccountState; id: string }) {
  const { account, storagePrice } = state;
  return (
    <Summary>
      <Facts>
        <Fact name="Balance">
          <Near yocto={account.amount} />
        </Fact>
        <Fact name="Locked">
          <Near yocto={account.locked} />
        </Fact>
        <Fact name="Storage">
          <Bytes count={account.storage_usage} /> keep{' '}
          <Near yocto={storagePrice * BigInt(account.storage_usage)} /> from being spent
        </Fact>
        <Fact name="Contract">
          <Contract account={account} id={id} />
        </Fact>
      </Facts>
    </Summary>
  );
}

function Contract({ account, id }: { account: Account; id: string }) {
  const { global_contract_hash, global_contract_account_id, code_hash } = account;
  const link = (
    <PageLink page="contract" subject={id}>
      methods and storage
    </PageLink>
  );
  if (typeof global_contract_account_id === 'string') {
    return (
      <>
        the global one of <AccountLink id={global_contract_account_id} />, {link}
      </>
    );
  }
  if (typeof global_contract_hash === 'string') {
    return (
      <>
        global <Code text={global_contract_hash} />, {link}
      </>
    );
  }
  if (code_hash === NO_CODE) return <span class="faint">none</span>;
  return (
    <>
      <Code text={code_hash} />, {link}
    </>
  );
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

function Keys({ keys }: { keys: readonly AccessKey[] }) {
  return (
    <Panel id="keys" title="Keys">
      {keys.length === 0 && <Notice>Nobody has a key of this account.</Notice>}
      <ul class="list keys">
        {keys.map(({ public_key, access_key }) => {
          const { words, allowance, balance } = describePermission(access_key.permission);
          return (
            <li key={public_key}>
              <Code text={public_key} />
              <p class="numbers">
                <bdi>{words}</bdi>
                <span>nonce {access_key.nonce}</span>
                {allowance !== null && (
                  <span>
                    may spend <Near yocto={allowance} />
                  </span>
                )}
                {balance !== null && (
                  <span>
                    holds <Near yocto={balance} />
                  </span>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
