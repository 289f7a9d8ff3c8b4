// The accounts of a local chain: those that the node prints, then others that are known. A row can
// be funded, acted as, and opened to copy its keys.

import { useEffect, useState } from 'preact/hooks';
import { accountNames, wantAccountNames } from '../../chain/accountNames.ts';
import { chainHead } from '../../chain/connection.ts';
import type { NodeAccount } from '../../chain/controls.ts';
import { actAs, actingAccount } from '../../chain/localChain.ts';
import { askMany } from '../../chain/node.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import type { Account } from '../../chain/wire.ts';
import { formatCount } from '../../format/amounts.ts';
import { Badge } from '../ui/badge.tsx';
import { More } from '../ui/more.tsx';
import { Panel } from '../ui/panel.tsx';
import { Bytes, Near } from '../values/amounts.tsx';
import { Who } from '../values/links.tsx';
import { CreateAccount, FundAccount, Keys } from './accountForms.tsx';

const STEP = 12;
const NO_CODE = '11111111111111111111111111111111';

type Opened = { readonly id: string; readonly what: 'fund' | 'keys' } | null;

export function AccountsPanel({ accounts }: { accounts: readonly NodeAccount[] }) {
  const busyHeight = useObservable(chainHead)?.busyHeight ?? 0;
  const { names } = useObservable(accountNames);
  const [created, setCreated] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(STEP);
  const [opened, setOpened] = useState<Opened>(null);
  useEffect(() => void wantAccountNames(), [busyHeight]);
  const printed = accounts.map(({ account_id }) => account_id);
  const all = [...new Set([...created, ...printed, ...names])];
  const listed = all.slice(0, shown);
  const { value: states } = useLoaded(
    `accounts ${listed.join(' ')}`,
    () => askMany<Account>(listed.map(questionOf)),
    busyHeight,
  );
  return (
    <Panel
      id="accounts"
      class="flush"
      title="Accounts"
      note={`${formatCount(all.length)}, keys are public knowledge`}
      tools={
        <CreateAccount
          accounts={accounts}
          onCreate={(id) => setCreated([id, ...created.filter((other) => other !== id)])}
        />
      }
    >
      <table class="table cards">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">What it is</th>
            <th class="r" scope="col">
              Balance
            </th>
            <th scope="col">
              <span class="vh">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map((id, at) => (
            <AccountRow
              key={id}
              account={accounts.find(({ account_id }) => account_id === id) ?? { account_id: id }}
              state={states?.[at] ?? null}
              isRoot={id === printed[0]}
              opened={opened?.id === id ? opened.what : null}
              onOpen={(what) => setOpened(what && { id, what })}
            />
          ))}
        </tbody>
      </table>
      <div class="inset">
        <More shown={shown} total={all.length} onMore={() => setShown(shown + STEP)} />
      </div>
    </Panel>
  );
}

function questionOf(account_id: string) {
  const params = { request_type: 'view_account', account_id, finality: 'optimistic' };
  return { method: 'query', params };
}

type Known = Partial<NodeAccount> & { readonly account_id: string };

interface AccountRowProps {
  readonly account: Known;
  readonly state: Account | null;
  readonly isRoot: boolean;
  readonly opened: 'fund' | 'keys' | null;
  readonly onOpen: (what: 'fund' | 'keys' | null) => void;
}

function AccountRow({ account, state, isRoot, opened, onOpen }: AccountRowProps) {
  const { account_id: id } = account;
  const isActing = useObservable(actingAccount) === id;
  const isContract = state !== null && state.code_hash !== NO_CODE;
  const toggle = (what: 'fund' | 'keys') => onOpen(opened === what ? null : what);
  return (
    <>
      <tr data-account={id} class={opened === null ? '' : 'sel'}>
        <td>
          <span class="row">
            <Who id={id} isContract={isContract} />
            {isActing && (
              <Badge tone="info" icon="mask">
                acting
              </Badge>
            )}
          </span>
        </td>
        <td class="drop quiet">
          {describe({ isRoot, isContract, isKnown: account.public_key !== undefined })}
          {state !== null && (
            <>
              , <Bytes count={state.storage_usage} /> stored
            </>
          )}
        </td>
        <td class="r">{state !== null && <Near yocto={state.amount} />}</td>
        <td class="r fit full">
          <span class="row end act">
            <RowButton
              words="Fund"
              of={id}
              isOpen={opened === 'fund'}
              onClick={() => toggle('fund')}
            />
            <RowButton words="Act as" of={id} isOpen={isActing} onClick={() => actAs(id)} />
            <RowButton
              words="Keys"
              of={id}
              isOpen={opened === 'keys'}
              onClick={() => toggle('keys')}
            />
          </span>
        </td>
      </tr>
      {opened !== null && (
        <tr class="sel">
          <td colSpan={4} class="full">
            {opened === 'fund' ? <FundAccount id={id} /> : <Keys account={account} />}
          </td>
        </tr>
      )}
    </>
  );
}

interface RowButtonProps {
  readonly words: string;
  readonly of: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

function RowButton({ words, of, isOpen, onClick }: RowButtonProps) {
  return (
    <button class="btn small quiet" type="button" aria-pressed={isOpen} onClick={onClick}>
      {words}
      <span class="vh"> {of}</span>
    </button>
  );
}

function describe(facts: { isRoot: boolean; isContract: boolean; isKnown: boolean }): string {
  if (facts.isRoot) return 'root of all test accounts';
  if (facts.isContract) return 'contract';
  return facts.isKnown ? 'test account' : 'account';
}
