// Gives tokens to an account of a local chain, or creates the account with them.

import { useState } from 'preact/hooks';
import { createAccount, fund } from '../../chain/faucet.ts';
import { actingAccount, nodeAccounts } from '../../chain/localChain.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatNear, parseNear } from '../../format/amounts.ts';
import { Icon } from '../ui/icon.tsx';
import { Failure } from '../ui/notices.tsx';

interface Done {
  readonly text: string;
  readonly isFailure: boolean;
}

interface FundFormProps {
  readonly id: string;
  readonly isNew: boolean;
  /** The account is there now. */
  readonly onCreated: () => void;
}

export function FundForm({ id, isNew, onCreated }: FundFormProps) {
  const [amount, setAmount] = useState('100');
  const [done, setDone] = useState<Done | null>(null);
  const accounts = useObservable(nodeAccounts);
  const acting = useObservable(actingAccount);
  const yocto = parseNear(amount);
  const holder = accounts?.find(({ account_id }) => account_id === acting) ?? accounts?.[0];
  if (!accounts || holder === undefined) return null;
  const give = async () => {
    if (yocto === null) return;
    try {
      if (isNew) {
        await createAccount(id, yocto, holder.public_key);
        onCreated();
      }
      const from = isNew ? '' : `, from ${await fund(id, yocto)}`;
      setDone({ text: `${formatNear(yocto)} more${from}.`, isFailure: false });
    } catch (error) {
      setDone({ text: (error as Error).message, isFailure: true });
    }
  };
  return (
    <form
      class="row fund"
      onSubmit={(event) => {
        event.preventDefault();
        void give();
      }}
    >
      <label>
        <span class="vh">Amount in NEAR</span>
        <span class="input narrow">
          <input value={amount} onInput={({ currentTarget }) => setAmount(currentTarget.value)} />
          <span class="faint">NEAR</span>
        </span>
      </label>
      <button class={`btn ${isNew ? 'primary' : ''}`} type="submit" disabled={yocto === null}>
        <Icon name={isNew ? 'plus' : 'token'} />
        {isNew ? 'Create the account' : 'Fund'}
      </button>
      {isNew && <span class="faint s">with the key of {holder.account_id}</span>}
      <span role="status" class="s">
        {done !== null && !done.isFailure && done.text}
      </span>
      {done?.isFailure && <Failure>{done.text}</Failure>}
    </form>
  );
}
