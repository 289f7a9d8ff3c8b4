// The panel of a local chain: accounts with their keys, transfers, blocks, time, and snapshots.

import { useState } from 'preact/hooks';
import { chainHead } from '../chain/connection.ts';
import {
  findAccounts,
  type NodeAccount,
  type RunControl,
  readControls,
  sendAs,
} from '../chain/controls.ts';
import { askMany, askNode } from '../chain/node.ts';
import { useObservable } from '../chain/observable.ts';
import { useLoaded } from '../chain/useLoaded.ts';
import type { Account } from '../chain/wire.ts';
import { parseNear } from '../format/amounts.ts';
import { formatTime } from '../format/times.ts';
import { Near } from '../parts/amounts.tsx';
import { Answer } from '../parts/answer.tsx';
import { AccountLink } from '../parts/links.tsx';
import { Failure, Notice } from '../parts/notices.tsx';
import { SnapshotPanel } from '../parts/snapshotPanel.tsx';
import { CopyButton } from '../parts/texts.tsx';

export function LocalPage() {
  const loaded = useLoaded('accounts', findAccounts);
  return (
    <article>
      <h1>Local chain</h1>
      <Answer loaded={loaded}>
        {(accounts) =>
          accounts === null ? (
            <Notice>
              This chain cannot be controlled from here: it is not a local one, the page is open on
              another machine, or the node was started with --no-controls.
            </Notice>
          ) : (
            <Panel accounts={accounts} />
          )
        }
      </Answer>
    </article>
  );
}

function Panel({ accounts }: { accounts: readonly NodeAccount[] }) {
  const [outcome, setOutcome] = useState<{ text: string; isFailure: boolean } | null>(null);
  const [runs, setRuns] = useState(0);
  const head = useObservable(chainHead);
  const controls = useLoaded('controls', readControls, `${head?.height ?? 0}/${runs}`);
  const run: RunControl = async (what, action) => {
    try {
      await action();
      setOutcome({ text: what, isFailure: false });
    } catch (error) {
      setOutcome({ text: (error as Error).message, isFailure: true });
    }
    setRuns((count) => count + 1);
  };
  return (
    <>
      <div role="status">
        {outcome !== null &&
          (outcome.isFailure ? <Failure>{outcome.text}</Failure> : <p>{outcome.text}</p>)}
      </div>
      <Mining run={run} current={controls.value?.mining} />
      <Clock run={run} />
      <SnapshotPanel run={run} snapshots={controls.value?.snapshots} />
      <Faucet run={run} accounts={accounts} />
      <Accounts accounts={accounts} />
    </>
  );
}

function Mining({ run, current }: { run: RunControl; current: string | undefined }) {
  const [blocks, setBlocks] = useState('1');
  /** The typed mode; the current mode before the user types. */
  const [typed, setTyped] = useState<string | null>(null);
  const mode = typed ?? current ?? '';
  const mine = () => askNode('perigee_mine', { blocks: Number(blocks) });
  return (
    <section aria-labelledby="mining">
      <h2 id="mining">Blocks</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void run(`Made ${blocks} blocks.`, mine);
        }}
      >
        <label>
          How many{' '}
          <input
            type="number"
            min={1}
            value={blocks}
            onInput={({ currentTarget }) => setBlocks(currentTarget.value)}
          />
        </label>
        <button type="submit">Mine</button>
      </form>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void run(`Mining is ${mode} now.`, () => askNode('perigee_set_mining', { mode }));
        }}
      >
        <label>
          Mining{' '}
          <input
            list="modes"
            value={mode}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <datalist id="modes">
            <option value="auto">as soon as there is work</option>
            <option value="interval:1000">every second</option>
            <option value="manual">only when asked</option>
          </datalist>
        </label>
        <button type="submit">Set</button>
        {current !== undefined && (
          <span class="quiet">
            in force: <bdi data-mining={current}>{current}</bdi>
          </span>
        )}
      </form>
    </section>
  );
}

function Clock({ run }: { run: RunControl }) {
  const head = useObservable(chainHead);
  const [seconds, setSeconds] = useState('3600');
  const advance = async () => {
    await askNode('perigee_advance_time', { seconds: Number(seconds) });
    await askNode('perigee_mine', { blocks: 1 });
  };
  return (
    <section aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        The newest block is of{' '}
        <time>{head?.timestampNanosec ? formatTime(head.timestampNanosec) : 'a time unknown'}</time>
        .
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void run(`The clock is ${seconds} s ahead of before.`, advance);
        }}
      >
        <label>
          Seconds{' '}
          <input
            type="number"
            min={0}
            step="any"
            value={seconds}
            onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
          />
        </label>
        <button type="submit">Move ahead</button>
      </form>
    </section>
  );
}

function Faucet({ run, accounts }: { run: RunControl; accounts: readonly NodeAccount[] }) {
  const [receiver, setReceiver] = useState('');
  const [amount, setAmount] = useState('100');
  const yocto = parseNear(amount);
  const source = accounts[0]?.account_id ?? '';
  const give = async () => {
    const status = await sendAs(source, receiver, [{ Transfer: { deposit: `${yocto}` } }]);
    if (typeof status.status === 'object' && 'Failure' in status.status) {
      throw new Error(`${receiver} could not take it: is there such an account?`);
    }
  };
  return (
    <section aria-labelledby="faucet">
      <h2 id="faucet">Faucet</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void run(`${receiver} has ${amount} NEAR more, from ${source}.`, give);
        }}
      >
        <label>
          Account{' '}
          <input
            required
            value={receiver}
            onInput={({ currentTarget }) => setReceiver(currentTarget.value.trim())}
          />
        </label>
        <label>
          NEAR{' '}
          <input value={amount} onInput={({ currentTarget }) => setAmount(currentTarget.value)} />
        </label>
        <button type="submit" disabled={yocto === null}>
          Send
        </button>
      </form>
    </section>
  );
}

function Accounts({ accounts }: { accounts: readonly NodeAccount[] }) {
  const head = useObservable(chainHead);
  const { value: balances } = useLoaded(
    'balances',
    () =>
      askMany<Account>(
        accounts.map(({ account_id }) => ({
          method: 'query',
          params: { request_type: 'view_account', account_id, finality: 'optimistic' },
        })),
      ),
    head?.busyHeight ?? 0,
  );
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <Notice>Everybody can know these keys: they are for development only.</Notice>
      <ul class="list">
        {accounts.map(({ account_id, public_key, secret_key }, at) => (
          <li key={account_id} class="line">
            <AccountLink id={account_id} />
            {balances?.[at] && <Near yocto={balances[at].amount} />}
            <CopyButton text={public_key} label="Copy public key" />
            {typeof secret_key === 'string' && (
              <CopyButton text={secret_key} label="Copy secret key" />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
