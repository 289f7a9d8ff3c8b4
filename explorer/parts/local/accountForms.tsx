// Forms about accounts: create one, fund one, and copy the keys of one.

import { useState } from 'preact/hooks';
import type { NodeAccount } from '../../chain/controls.ts';
import { nodeAccounts } from '../../chain/localChain.ts';
import { createActions, parentOf, sendActions } from '../../chain/sendActions.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { parseNear } from '../../format/amounts.ts';
import { useAction, WhatHappened } from '../ui/action.tsx';
import { CopyButton } from '../ui/copyButton.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountLink, Hash, PageLink } from '../values/links.tsx';

const NOT_AN_AMOUNT = 'This is not an amount of NEAR.';

interface CreateAccountProps {
  readonly accounts: readonly NodeAccount[];
  readonly onCreate: (id: string) => void;
}

export function CreateAccount({ accounts, onCreate }: CreateAccountProps) {
  const action = useAction();
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('100');
  const root = accounts[0]?.account_id ?? '';
  const create = async () => {
    const deposit = parseNear(amount);
    if (deposit === null) throw new Error(NOT_AN_AMOUNT);
    const receiver = name.includes('.') ? name : `${name}.${root}`;
    const signer = parentOf(receiver) ?? root;
    const owner = accounts.find(({ account_id }) => account_id === signer) ?? accounts[0];
    await sendActions({ signer, receiver }, createActions(deposit, owner?.public_key));
    onCreate(receiver);
    return (
      <>
        <AccountLink id={receiver} /> has {amount} NEAR and the key of {owner?.account_id}.
      </>
    );
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        action.run(create);
      }}
    >
      <WhatHappened action={action} />
      <input
        class="input mid"
        aria-label="Name of the new account"
        placeholder={`name.${root}`}
        required
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value.trim())}
      />
      <AmountInput label="Its balance" value={amount} onChange={setAmount} />
      <button class="btn" type="submit">
        <Icon name="plus" />
        Create
      </button>
    </form>
  );
}

interface AmountInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function AmountInput({ label, value, onChange }: AmountInputProps) {
  return (
    <span class="input narrow">
      <input
        aria-label={label}
        inputMode="decimal"
        required
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
      <span class="faint">NEAR</span>
    </span>
  );
}

/** From the root account, which has nearly everything. */
export function FundAccount({ id }: { id: string }) {
  const action = useAction();
  const accounts = useObservable(nodeAccounts) ?? [];
  const [amount, setAmount] = useState('100');
  const source = accounts.find(({ account_id }) => account_id !== id)?.account_id ?? id;
  const fund = async () => {
    const deposit = parseNear(amount);
    if (deposit === null) throw new Error(NOT_AN_AMOUNT);
    const transfer = { Transfer: { deposit: `${deposit}` } };
    const hash = await sendActions({ signer: source, receiver: id }, [transfer]);
    return (
      <>
        {id} has {amount} NEAR more.{' '}
        <PageLink page="tx" subject={hash}>
          Transaction
        </PageLink>
      </>
    );
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        action.run(fund);
      }}
    >
      <AmountInput label={`NEAR for ${id}`} value={amount} onChange={setAmount} />
      <button class="btn small" type="submit">
        Send it from {source}
      </button>
      <WhatHappened action={action} />
    </form>
  );
}

export function Keys({ account }: { account: Partial<NodeAccount> & { account_id: string } }) {
  const { account_id, public_key, secret_key } = account;
  if (public_key === undefined) {
    return (
      <p class="quiet s">
        The node did not make its keys; <AccountLink id={account_id} /> lists them. You can act as
        this account without them.
      </p>
    );
  }
  return (
    <div class="row">
      <Hash text={public_key} label="Copy the public key" />
      {typeof secret_key === 'string' && (
        <CopyButton text={secret_key} label="Copy the secret key" />
      )}
      <span class="quiet s">Everybody can know this key: it is for development only.</span>
    </div>
  );
}
