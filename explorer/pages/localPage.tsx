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
import { useLoaded } from '../chain/useLoaded.ts';
import { useObservable } from '../chain/useObservable.ts';
import type { Account } from '../chain/wire.ts';
import { parseNear } from '../format/amounts.ts';
import { formatTime } from '../format/times.ts';
import { NodeState, ThemeSwitch } from '../parts/frame/nodeState.tsx';
import { SnapshotPanel } from '../parts/local/snapshotPanel.tsx';
import { Answer } from '../parts/ui/answer.tsx';
import { CopyButton } from '../parts/ui/copyButton.tsx';
import { Failure, Notice } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { Title } from '../parts/ui/title.tsx';
import { Near } from '../parts/values/amounts.tsx';
import { AccountLink } from '../parts/values/links.tsx';

export function LocalPage() {
  const loaded = useLoaded('accounts', findAccounts);
  return (
    <>
      <Title>Local chain</Title>
      <section class="panel phone-only" aria-label="Node">
        <div class="rail-foot">
          <NodeState />
          <ThemeSwitch name="theme-local" />
        </div>
      </section>
      <Answer loaded={loaded}>
        {(accounts) =>
          accounts === null ? (
            <Notice>
              This chain cannot be controlled from here: it is not a local one, the page is open on
              another machine, or the node was started with --no-controls.
            </Notice>
          ) : (
            <Controls accounts={accounts} />
          )
        }
      </Answer>
    </>
  );
}

function Controls({ accounts }: { accounts: readonly NodeAccount[] }) {
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
    <Panel id="mining" title="Blocks">
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
            class="input"
            type="number"
            min={1}
            value={blocks}
            onInput={({ currentTarget }) => setBlocks(currentTarget.value)}
          />
        </label>
        <button class="btn" type="submit">
          Mine
        </button>
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
            class="input"
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
        <button class="btn" type="submit">
          Set
        </button>
        {current !== undefined && (
          <span class="faint">
            in force: <bdi data-mining={current}>{current}</bdi>
          </span>
        )}
      </form>
    </Panel>
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
    <Panel id="clock" title="Clock">
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
            class="input"
            type="number"
            min={0}
            step="any"
            value={seconds}
            onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
          />
        </label>
        <button class="btn" type="submit">
          Move ahead
        </button>
      </form>
    </Panel>
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
    <Panel id="faucet" title="Faucet">
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
            class="input"
            required
            value={receiver}
            onInput={({ currentTarget }) => setReceiver(currentTarget.value.trim())}
          />
        </label>
        <label>
          NEAR{' '}
          <input
            class="input"
            value={amount}
            onInput={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </label>
        <button class="btn" type="submit" disabled={yocto === null}>
          Send
        </button>
      </form>
    </Panel>
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
    <Panel id="accounts" title="Accounts">
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
    </Panel>
  );
}
