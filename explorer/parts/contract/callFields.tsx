// Who signs a call, and what is attached to it.

import { useState } from 'preact/hooks';
import { type CallTerms, canTry } from '../../chain/call.ts';
import type { NodeAccount } from '../../chain/controls.ts';
import { actingAccount, nodeAccounts } from '../../chain/localChain.ts';
import { useLoaded } from '../../chain/useLoaded.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { parseNear } from '../../format/amounts.ts';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notices.tsx';

interface CallFieldsProps {
  readonly isBusy: boolean;
  readonly onCall: (terms: CallTerms) => void;
  readonly onTry: (terms: CallTerms) => void;
}

export function CallFields({ isBusy, onCall, onTry }: CallFieldsProps) {
  const accounts = useObservable(nodeAccounts);
  const { value: isTrial = false } = useLoaded('dry runs', canTry);
  const acting = useObservable(actingAccount);
  /** The typed one; the account that the user acts as before that. */
  const [typed, setTyped] = useState<string | null>(null);
  const [tgas, setTgas] = useState('100');
  const [deposit, setDeposit] = useState('0');
  if (accounts === undefined) return null;
  if (accounts === null) {
    return (
      <Notice>Calls can be sent from this page on a local chain, from its own machine.</Notice>
    );
  }
  const yocto = deposit.trim() === '1 yocto' ? 1n : parseNear(deposit);
  const signer = typed ?? acting ?? '';
  const terms = { signer, tgas: Number(tgas), deposit: yocto ?? 0n };
  const isValid = yocto !== null && Number(tgas) > 0 && signer !== '';
  return (
    <>
      <div class="pair">
        <SignerField accounts={accounts} signer={signer} onChange={setTyped} />
        <label class="field">
          <span class="lab">Deposit</span>
          <span class="input">
            <input
              list="deposits"
              value={deposit}
              onInput={({ currentTarget }) => setDeposit(currentTarget.value)}
            />
            <span class="faint">{deposit.includes('yocto') ? '' : 'NEAR'}</span>
          </span>
          <datalist id="deposits">
            <option value="0" />
            <option value="1 yocto" />
            <option value="1" />
          </datalist>
        </label>
        <GasField tgas={tgas} onChange={setTgas} />
      </div>
      <div class="row">
        <button
          class="btn primary"
          type="button"
          disabled={!isValid || isBusy}
          onClick={() => onCall(terms)}
        >
          <Icon name="play" />
          Call
        </button>
        {isTrial && (
          <button
            class="btn"
            type="button"
            disabled={!isValid || isBusy}
            onClick={() => onTry(terms)}
          >
            Dry run
          </button>
        )}
      </div>
    </>
  );
}

interface SignerFieldProps {
  readonly accounts: readonly NodeAccount[];
  readonly signer: string;
  readonly onChange: (signer: string) => void;
}

function SignerField({ accounts, signer, onChange }: SignerFieldProps) {
  return (
    <label class="field lead">
      <span class="lab">Signed by</span>
      <input
        class="input"
        list="signers"
        value={signer}
        onInput={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
      <datalist id="signers">
        {accounts.map(({ account_id }) => (
          <option key={account_id} value={account_id} />
        ))}
      </datalist>
    </label>
  );
}

function GasField({ tgas, onChange }: { tgas: string; onChange: (tgas: string) => void }) {
  return (
    <label class="field">
      <span class="lab">Gas</span>
      <span class="input">
        <input
          inputMode="decimal"
          value={tgas}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <span class="faint">Tgas</span>
      </span>
    </label>
  );
}
