// What a chain without transactions shows: three things to try, and the accounts that are there.

import { useState } from 'preact/hooks';
import { chainHead } from '../../chain/connection.ts';
import { type NodeAccount, sendAs } from '../../chain/controls.ts';
import { deployFile } from '../../chain/deploy.ts';
import { nodeStatus } from '../../chain/feed.ts';
import { actingAccount, nodeAccounts } from '../../chain/localChain.ts';
import { showToast } from '../../chain/toasts.ts';
import { useObservable } from '../../chain/useObservable.ts';
import { formatCount } from '../../format/amounts.ts';
import { CopyButton } from '../ui/copyButton.tsx';
import { Icon } from '../ui/icon.tsx';
import { Who } from '../values/links.tsx';

const ONE_NEAR = `1${'0'.repeat(24)}`;

interface FreshChainProps {
  /** The lowest block that was searched for transactions. */
  readonly fromHeight: number;
}

export function FreshChain({ fromHeight }: FreshChainProps) {
  const head = useObservable(chainHead);
  const accounts = useObservable(nodeAccounts);
  const acting = useObservable(actingAccount);
  const other = accounts?.find(({ account_id }, at) => at > 0 && account_id !== acting);
  const earliest = useObservable(nodeStatus)?.sync_info.earliest_block_height ?? 0;
  const isAll = fromHeight <= earliest + 1;
  const blocks = (head?.height ?? 0) - fromHeight + 1;
  return (
    <section class="panel" aria-labelledby="fresh">
      <div class="empty">
        <Art />
        <h2 id="fresh">
          Nothing has happened{' '}
          {isAll ? 'on this chain yet' : `since block ${formatCount(fromHeight)}`}
        </h2>
        <p>
          {blocks > 1 && `The last ${formatCount(blocks)} blocks are empty. `}
          Transactions appear here as soon as one is sent.
        </p>
      </div>
      <ol class="try">
        {acting !== null && other !== undefined && <TrySend from={acting} to={other.account_id} />}
        {acting !== null && <TryDeploy owner={acting} />}
        <TryDapp number={acting === null ? 1 : 3} />
      </ol>
      {accounts && <Waiting accounts={accounts} />}
    </section>
  );
}

function Art() {
  return (
    <svg class="art" viewBox="0 0 180 96" aria-hidden="true">
      <ellipse class="o d" cx="90" cy="48" rx="84" ry="34" transform="rotate(-12 90 48)" />
      <ellipse class="o" cx="90" cy="48" rx="52" ry="20" transform="rotate(-12 90 48)" />
      <circle class="p" cx="76" cy="52" r="17" />
      <circle class="a" cx="40" cy="64" r="5" />
    </svg>
  );
}

/** Sends a transaction, and says so if that fails; what it did appears in the feed. */
async function attempt(what: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    showToast('failed', what, (error as Error).message);
  }
}

function TrySend({ from, to }: { from: string; to: string }) {
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const transfer = { Transfer: { deposit: ONE_NEAR } };
    await attempt('Nothing was sent', () => sendAs(from, to, [transfer]));
    setBusy(false);
  };
  return (
    <li>
      <span class="n">1</span>
      <h3>Send some NEAR</h3>
      <p class="quiet s">Funded accounts are waiting. No key is needed here.</p>
      <button class="btn" type="button" disabled={isBusy} onClick={send}>
        <Icon name="tx" />
        Send 1 NEAR to {to.split('.')[0]}
      </button>
    </li>
  );
}

function TryDeploy({ owner }: { owner: string }) {
  const deploy = async (file: File | undefined) => {
    if (file === undefined) return;
    await attempt('Not deployed', () => deployFile(owner, file));
  };
  return (
    <li>
      <span class="n">2</span>
      <h3>Deploy a contract</h3>
      <p class="quiet s">
        Choose a .wasm file, or deploy with your usual tool. It goes to {owner}.
      </p>
      <label class="btn file">
        <Icon name="upgrade" />
        Choose a .wasm file…
        <input
          type="file"
          accept=".wasm"
          onChange={({ currentTarget }) => void deploy(currentTarget.files?.[0])}
        />
      </label>
    </li>
  );
}

function TryDapp({ number }: { number: number }) {
  const { origin } = location;
  return (
    <li>
      <span class="n">{number}</span>
      <h3>Point your dapp here</h3>
      <p class="quiet s">Any NEAR library works with this address.</p>
      <p class="cmd">
        <span>{origin}</span>
        <CopyButton isIcon text={origin} label="Copy the address" />
      </p>
    </li>
  );
}

function Waiting({ accounts }: { accounts: readonly NodeAccount[] }) {
  return (
    <>
      <h3>Accounts that are waiting for you</h3>
      <div class="row">
        {accounts.map(({ account_id }) => (
          <Who key={account_id} id={account_id} />
        ))}
      </div>
    </>
  );
}
