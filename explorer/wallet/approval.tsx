// The approval of a request: which page it comes from, what it is for, what it may cost, and the
// two decisions. Nothing is signed before one is made, unless the page was switched to automatic.

import { useEffect, useState } from 'preact/hooks';
import { showHidden } from '../format/hiddenCharacters.ts';
import { Callout } from '../parts/ui/callout.tsx';
import { Icon } from '../parts/ui/icon.tsx';
import type { WalletAccount, WalletChain } from './accounts.ts';
import { nameAsker } from './asker.ts';
import { isAutomatic, isConfirmed } from './automatic.ts';
import { deliver } from './deliver.ts';
import { Effects } from './effects.tsx';
import { formReply, type Outcome } from './reply.ts';
import { type DappRequest, isFullAccess, originOf } from './request.ts';
import { readLastAccount, setAutomatic } from './settings.ts';
import { SignedDetails } from './signedDetails.tsx';
import { fulfil } from './signing.ts';
import { describeRequest } from './words.ts';

/** A window that opens under a double click must not take the second one for a decision. */
const SETTLING_MS = 400;

interface ApprovalProps {
  readonly request: DappRequest;
  readonly chain: WalletChain;
}

export function Approval({ request, chain }: ApprovalProps) {
  const signerId = signerOf(request);
  const [chosen, setChosen] = useState(() => findAccount(chain, signerId));
  const [outcome, setOutcome] = useState<Outcome | 'asking' | 'working'>('asking');
  const [isTrusted, setTrusted] = useState(false);
  const isSettled = useSettled();
  const finish = (result: Outcome) => {
    setOutcome(result);
    deliver(formReply(request, result));
  };
  const approve = async (account: WalletAccount) => {
    if (outcome !== 'asking') return;
    setOutcome('working');
    const origin = originOf(request);
    if (isTrusted && origin !== null) setAutomatic(origin, true);
    finish(await fulfil(request, account));
  };
  useEffect(() => {
    if (chosen !== null && isAutomatic(request, chosen)) void approve(chosen);
  }, []);
  const accountId = chosen?.accountId ?? signerId ?? '';
  const isIdle = outcome === 'asking' && isSettled;
  return (
    <>
      <section class="panel ask" aria-labelledby="question">
        <Party request={request} />
        <h1 id="question" class="bigline">
          {describeRequest(request, accountId)}
        </h1>
        {signerId === null && <AccountChoice chain={chain} chosen={chosen} onChoose={setChosen} />}
        <Effects request={request} accountId={accountId} />
        <Warnings request={request} accountId={accountId} isKnown={chosen !== null} />
        <Trust request={request} isTrusted={isTrusted} onChange={setTrusted} />
        <Progress request={request} outcome={outcome} />
        <div class="decide">
          <button
            class="btn big"
            type="button"
            disabled={!isIdle}
            onClick={() => finish({ kind: 'denied' })}
          >
            Deny
          </button>
          <button
            class="btn big primary"
            type="button"
            disabled={!isIdle || chosen === null}
            onClick={() => chosen !== null && void approve(chosen)}
          >
            Approve as {showHidden(accountId)}
          </button>
        </div>
      </section>
      <SignedDetails request={request} account={chosen} />
    </>
  );
}

/** The account that must sign; null if any may. */
function signerOf(request: DappRequest): string | null {
  if (request.kind === 'sign') return request.transactions[0]?.signerId ?? null;
  return request.kind === 'message' ? request.signerId : null;
}

/** The signer, or else the account that was used last. The first one owns all others. */
function findAccount({ accounts }: WalletChain, signerId: string | null): WalletAccount | null {
  const named = (id: string | null) => accounts.find(({ accountId }) => accountId === id);
  if (signerId !== null) return named(signerId) ?? null;
  return named(readLastAccount()) ?? accounts[1] ?? accounts[0] ?? null;
}

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLING_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

function Party({ request }: { request: DappRequest }) {
  const origin = originOf(request);
  return (
    <div class="party">
      <Icon name="rpc" />
      <span class="mono wrap" dir="ltr">
        {nameAsker(request)}
      </span>
      {origin !== null && !isConfirmed(origin) && (
        <span class="faint s">The browser does not confirm that this page asks.</span>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly chain: WalletChain;
  readonly chosen: WalletAccount | null;
  readonly onChoose: (account: WalletAccount) => void;
}

function AccountChoice({ chain: { accounts }, chosen, onChoose }: ChoiceProps) {
  return (
    <div class="field">
      <label for="account">Account</label>
      <select
        id="account"
        class="input"
        value={`${chosen === null ? 0 : accounts.indexOf(chosen)}`}
        onChange={({ currentTarget }) => {
          const account = accounts[Number(currentTarget.value)];
          if (account !== undefined) onChoose(account);
        }}
      >
        {accounts.map(({ accountId, isImported }, index) => (
          <option key={accountId} value={`${index}`}>
            {accountId}
            {isImported ? ' (imported)' : ''}
          </option>
        ))}
      </select>
    </div>
  );
}

interface WarningProps {
  readonly request: DappRequest;
  readonly accountId: string;
  readonly isKnown: boolean;
}

function Warnings({ request, accountId, isKnown }: WarningProps) {
  if (!isKnown) {
    return (
      <Callout tone="fail">
        <p>
          The wallet has no key of <b class="mono">{showHidden(accountId)}</b>.{' '}
          <a href="/wallet">Import one</a>, then ask again.
        </p>
      </Callout>
    );
  }
  const key = request.kind === 'login' ? request.key : null;
  if (key === null || !isFullAccess(key, accountId)) return null;
  return (
    <Callout tone="warn">
      <p>
        With this key the page can do everything that you can: spend all tokens, replace the
        contract, and delete the account.
      </p>
    </Callout>
  );
}

interface TrustProps {
  readonly request: DappRequest;
  readonly isTrusted: boolean;
  readonly onChange: (isTrusted: boolean) => void;
}

function Trust({ request, isTrusted, onChange }: TrustProps) {
  const origin = originOf(request);
  if (origin === null || !isConfirmed(origin)) return null;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isTrusted}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        Approve everything that <b class="mono">{origin}</b> asks for from now on, without a
        question
      </span>
    </label>
  );
}

function Progress(props: { request: DappRequest; outcome: Outcome | 'asking' | 'working' }) {
  const { request, outcome } = props;
  const hasPage = request.callback.success !== null;
  return (
    <div role="status">
      {outcome === 'working' && <p class="quiet">Signing. This waits until the chain is done.</p>}
      {typeof outcome === 'object' && <Result outcome={outcome} hasPage={hasPage} />}
    </div>
  );
}

function Result({ outcome, hasPage }: { outcome: Outcome; hasPage: boolean }) {
  const next = hasPage ? 'Going back to the page.' : 'You can close this window.';
  if (outcome.kind === 'failed') {
    return (
      <Callout tone="fail" message={outcome.message}>
        <p>{next}</p>
      </Callout>
    );
  }
  const isDenied = outcome.kind === 'denied';
  return (
    <Callout tone={isDenied ? 'info' : 'ok'}>
      <p>
        {isDenied ? 'Denied: nothing was signed.' : 'Done.'} {next}
      </p>
    </Callout>
  );
}
