// The wallet's own page: how dapps connect, the accounts, the keys that dapps have, the pages that
// need not ask, and the import of keys.

import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { useLoaded } from '../chain/useLoaded.ts';
import { describePermission } from '../format/permissions.ts';
import { Answer } from '../parts/ui/answer.tsx';
import { Badge } from '../parts/ui/badge.tsx';
import { Callout } from '../parts/ui/callout.tsx';
import { CopyButton } from '../parts/ui/copyButton.tsx';
import { Empty, Notice } from '../parts/ui/notices.tsx';
import { Panel } from '../parts/ui/panel.tsx';
import { OrbitMark } from '../parts/values/links.tsx';
import { importKey, listKeys, type WalletAccount, type WalletChain } from './accounts.ts';
import { forgetImportedKey } from './importedKeys.ts';
import { findOriginOfKey, listAutomaticOrigins, setAutomatic } from './settings.ts';
import { send } from './signing.ts';

export function Home({ chain }: { chain: WalletChain }) {
  return (
    <>
      <h1 class="bigline">Your accounts, for dapps on this machine</h1>
      <div class="halves">
        <Accounts chain={chain} />
        <div class="form">
          <Connect />
          <DappKeys chain={chain} />
          <AutomaticPages />
        </div>
      </div>
    </>
  );
}

function Connect() {
  const options = [
    ['wallet-selector', `setupMyNearWallet({ walletUrl: '${location.origin}' })`],
    ['near-connect', `new NearConnector({ manifest: '${location.origin}/wallet/manifest.json' })`],
    ['its page', `<script type="module" src="${location.origin}/wallet/connect.js">`],
  ] as const;
  return (
    <Panel id="connect" title="Connect a dapp" note="network id: testnet" class="form">
      <dl class="kv">
        {options.map(([name, code]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd class="with-copy">
              <code class="wrap">{code}</code>
              <CopyButton isIcon text={code} label={`Copy the code for ${name}`} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </Panel>
  );
}

interface DappKey {
  readonly account: WalletAccount;
  readonly publicKey: string;
  readonly words: string;
  readonly origin: string | null;
}

/** Every key of the accounts that is not the wallet's own. */
async function loadDappKeys({ accounts }: WalletChain): Promise<DappKey[]> {
  const own = new Set(accounts.map(({ publicKey }) => publicKey));
  const lists = await Promise.all(
    accounts.map(async (account) => {
      const keys = await listKeys(account.accountId).catch(() => []);
      return keys.map(({ public_key: publicKey, access_key: { permission } }) => ({
        account,
        publicKey,
        words: describePermission(permission).words,
        origin: findOriginOfKey(publicKey),
      }));
    }),
  );
  return lists.flat().filter(({ publicKey }) => !own.has(publicKey));
}

function DappKeys({ chain }: { chain: WalletChain }) {
  const [version, setVersion] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const loaded = useLoaded('keys', () => loadDappKeys(chain), version);
  const revoke = async ({ account, publicKey: public_key }: DappKey) => {
    setFailure(null);
    await send(account, account.accountId, [{ DeleteKey: { public_key } }]).catch((error: Error) =>
      setFailure(error.message),
    );
    setVersion(version + 1);
  };
  return (
    <Panel id="keys" title="Keys of dapps" class="form">
      {failure !== null && <Callout tone="fail" message={failure} />}
      <Answer loaded={loaded}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title="No dapp has a key">
              <p>A dapp that asks for one when you log in is listed here, and can be revoked.</p>
            </Empty>
          ) : (
            <ul class="signed">
              {keys.map((key) => (
                <li key={key.publicKey}>
                  <dl class="kv">
                    <dt>Page</dt>
                    <dd class="mono">{key.origin ?? 'not added by this wallet'}</dd>
                    <dt>Account</dt>
                    <dd class="mono">{key.account.accountId}</dd>
                    <dt>May call</dt>
                    <dd>{key.words}</dd>
                    <dt>Key</dt>
                    <dd class="mono">{key.publicKey}</dd>
                  </dl>
                  <div>
                    <button class="btn small danger" type="button" onClick={() => revoke(key)}>
                      Revoke
                    </button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </Panel>
  );
}

function AutomaticPages() {
  const [origins, setOrigins] = useState(listAutomaticOrigins);
  const [typed, setTyped] = useState('');
  const change = (origin: string, isAutomatic: boolean) => {
    setAutomatic(origin, isAutomatic);
    setOrigins(listAutomaticOrigins());
  };
  return (
    <Panel id="automatic" title="Approved without a question" class="form">
      <p class="quiet">
        Requests of these pages are signed as soon as they arrive, with the account that was used
        last. Full access for a page and the end of an account still need your approval.
      </p>
      {origins.map((origin) => (
        <div key={origin} class="row">
          <code>{origin}</code>
          <button class="btn small" type="button" onClick={() => change(origin, false)}>
            Ask again<span class="vh"> for {origin}</span>
          </button>
        </div>
      ))}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          change(new URL(typed).origin, true);
          setTyped('');
        }}
      >
        <label>
          Page{' '}
          <input
            class="input mid"
            required
            type="url"
            pattern="https?://.+"
            placeholder="http://localhost:5173"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
          />
        </label>
        <button class="btn" type="submit">
          Approve its requests
        </button>
      </form>
    </Panel>
  );
}

function Accounts({ chain }: { chain: WalletChain }) {
  const [result, setResult] = useState<{ readonly text: string; readonly isDone: boolean } | null>(
    null,
  );
  const forget = async ({ accountId, publicKey }: WalletAccount) => {
    await forgetImportedKey({ genesis: chain.genesis, accountId, publicKey });
    location.reload();
  };
  return (
    <Panel id="accounts" title="Accounts" note={`${chain.accounts.length}`} class="form">
      {chain.accounts.length === 0 && <Notice>The node gives no keys to this page.</Notice>}
      <ul class="accounts">
        {chain.accounts.map((account) => (
          <li key={account.publicKey} class="row">
            <span class="who">
              <OrbitMark name={account.accountId} />
              <a class="e" href={`/#/account/${encodeURIComponent(account.accountId)}`}>
                {account.accountId}
              </a>
            </span>
            {account.isImported && (
              <>
                <Badge>imported</Badge>
                <button class="btn small" type="button" onClick={() => forget(account)}>
                  Forget<span class="vh"> the key of {account.accountId}</span>
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      <ImportForm genesis={chain.genesis} onResult={setResult} />
      <div role="status">
        {result !== null && (
          <Callout tone={result.isDone ? 'ok' : 'fail'}>
            <p>{result.text}</p>
          </Callout>
        )}
      </div>
    </Panel>
  );
}

interface ImportProps {
  readonly genesis: string;
  readonly onResult: (result: { readonly text: string; readonly isDone: boolean }) => void;
}

function ImportForm({ genesis, onResult }: ImportProps) {
  const [accountId, setAccountId] = useState('');
  const [secret, setSecret] = useState('');
  const add = async () => {
    try {
      await importKey(genesis, accountId, secret);
      setSecret('');
      onResult({ text: `The wallet can sign for ${accountId} now.`, isDone: true });
    } catch (error) {
      onResult({ text: error instanceof Error ? error.message : String(error), isDone: false });
    }
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h3>Import a key</h3>
      <label>
        Account
        <input
          class="input"
          required
          autocomplete="off"
          value={accountId}
          onInput={({ currentTarget }) => setAccountId(currentTarget.value.trim())}
        />
      </label>
      <label>
        Secret key
        <input
          class="input"
          required
          type="password"
          autocomplete="off"
          placeholder="ed25519:…"
          value={secret}
          onInput={({ currentTarget }) => setSecret(currentTarget.value)}
        />
      </label>
      <p class="faint s">
        Only keys that were made for this chain: never one of an account on a real network. The key
        stays in this browser, which can sign with it but not show it again.
      </p>
      <button class="btn" type="submit">
        Import
      </button>
    </form>
  );
}
