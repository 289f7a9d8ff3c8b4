// The wallet as near-connect sees it. The same file runs in near-connect's sandbox and, as a
// module, in a dapp's page, where it announces itself. It has no keys: it opens the wallet's page
// for every request. near-connect adapts it to the sandbox by replacing the names of `open` and of
// the storage in this text, so they must be written as members of `window`; and it loads one file
// only, so there are no imports.

type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Manifest {
  readonly website: string;
}

interface Sandbox {
  readonly location: string;
  readonly ready: (wallet: object) => Promise<void>;
  readonly ui: {
    readonly whenApprove: (words: { title: string; button: string }) => Promise<void>;
  };
}

/** A window of the wallet; in the sandbox its id is null if the browser did not open it. */
interface Opened {
  readonly closed: boolean;
  readonly windowIdPromise?: Promise<string | null>;
  close(): void;
}

interface Answer {
  readonly status: 'success' | 'failure';
  readonly errorMessage?: string;
  readonly account_id: string;
  readonly all_keys: readonly string[];
  readonly transactionHashes: string;
  readonly signedDelegateActions: readonly string[];
  readonly signedRequest: object;
}

interface Account {
  readonly accountId: string;
  readonly publicKey?: string | undefined;
}

interface ConnectorAction {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own
  readonly params?: any;
}

interface Transaction {
  readonly receiverId: string;
  readonly actions: readonly ConnectorAction[];
}

interface FunctionCallKey {
  readonly contractId: string;
  readonly publicKey: string;
  readonly allowMethods: { readonly anyMethod: boolean; readonly methodNames?: readonly string[] };
  readonly gasAllowance?: { readonly kind: string; readonly amount?: string };
}

interface MessageParams {
  readonly message: string;
  readonly recipient: string;
  readonly nonce: Uint8Array;
  readonly signerId?: string;
}

const STORED = 'perigee-wallet-accounts';
const POLL_MS = 300;
const FEATURES = 'popup,width=480,height=720';

const sandbox = (window as unknown as { readonly selector?: Sandbox }).selector;
let manifest: Manifest = { website: import.meta.url };

const walletOrigin = () => new URL(manifest.website).origin;
const dappAddress = () => sandbox?.location ?? location.href;

const wallet = {
  get manifest(): Manifest {
    return manifest;
  },
  set manifest(given: Manifest) {
    manifest = given;
  },

  async signIn({ addFunctionCallKey: key }: { addFunctionCallKey?: FunctionCallKey }) {
    return keepAccounts(await ask('login', describeLogin(key)));
  },

  async signInAndSignMessage(given: {
    addFunctionCallKey?: FunctionCallKey;
    messageParams: MessageParams;
  }) {
    const { addFunctionCallKey: key, messageParams } = given;
    const params = { ...describeLogin(key), ...describeMessage(messageParams) };
    const answer = await ask('login', params);
    const { signedRequest: signedMessage } = answer;
    return keepAccounts(answer).map((account) => ({ ...account, signedMessage }));
  },

  async signOut() {
    window.localStorage.removeItem(STORED);
  },

  async getAccounts() {
    return readAccounts();
  },

  async signAndSendTransaction(given: Transaction & { readonly signerId?: string }) {
    const [outcome] = await sendAll([given], given.signerId);
    return outcome;
  },

  async signAndSendTransactions(given: {
    readonly transactions: readonly Transaction[];
    readonly signerId?: string;
  }) {
    return sendAll(given.transactions, given.signerId);
  },

  async signMessage(given: MessageParams) {
    const signer_id = given.signerId ?? readAccounts()[0]?.accountId;
    const params = { ...describeMessage(given), signer_id, callbackUrl: dappAddress() };
    return (await ask('sign-message', params)).signedRequest;
  },

  async signDelegateActions(given: {
    readonly delegateActions: readonly Transaction[];
    readonly signerId?: string;
  }) {
    const params = { ...describeTransactions(given.delegateActions, given.signerId) };
    const { signedDelegateActions } = await ask('sign', { ...params, delegate: 'true' });
    return { signedDelegateActions };
  },
};

function describeLogin(key: FunctionCallKey | undefined): Params {
  const address = dappAddress();
  const page = { success_url: address, failure_url: address };
  if (key === undefined) return page;
  const { contractId, publicKey, allowMethods, gasAllowance } = key;
  return {
    ...page,
    public_key: publicKey,
    contract_id: contractId,
    methodNames: allowMethods.methodNames ?? [],
    allowance: gasAllowance?.kind === 'unlimited' ? 'unlimited' : gasAllowance?.amount,
  };
}

function describeMessage({ message, recipient, nonce }: MessageParams): Params {
  return { message, recipient, nonce: toBase64(nonce) };
}

function describeTransactions(transactions: readonly Transaction[], signerId?: string): Params {
  const shown = transactions.map(({ receiverId, actions }) => ({
    receiver_id: receiverId,
    actions: actions.map(showAction),
  }));
  return {
    transactions_json: JSON.stringify(shown),
    signer_id: signerId ?? readAccounts()[0]?.accountId,
    callbackUrl: dappAddress(),
  };
}

function readAccounts(): readonly Account[] {
  return JSON.parse(window.localStorage.getItem(STORED) ?? '[]');
}

function keepAccounts({ account_id, all_keys }: Answer): readonly Account[] {
  const accounts = [{ accountId: account_id, publicKey: all_keys[0] }];
  window.localStorage.setItem(STORED, JSON.stringify(accounts));
  return accounts;
}

async function sendAll(transactions: readonly Transaction[], signerId?: string) {
  const params = describeTransactions(transactions, signerId);
  const { transactionHashes } = await ask('sign', params);
  return Promise.all(transactionHashes.split(',').map((hash) => readOutcome(hash)));
}

async function readOutcome(tx_hash: string): Promise<unknown> {
  const params = { tx_hash, sender_account_id: 'unused', wait_until: 'EXECUTED_OPTIMISTIC' };
  const response = await fetch(`${walletOrigin()}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'wallet', method: 'tx', params }),
  });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(error.message);
  return result;
}

/** Opens the wallet's page and waits for its answer. */
async function ask(page: string, params: Params): Promise<Answer> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const item of [value ?? []].flat()) query.append(name, item);
  }
  const url = `${walletOrigin()}/${page}#${query}`;
  const opened = await openPage(url);
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearInterval(polling);
      window.removeEventListener('message', listen);
      settle();
    };
    const listen = (event: MessageEvent) => {
      const answer = event.data as Partial<Answer & { readonly method: string }>;
      if (!isFromWallet(event, opened) || answer?.status === undefined) return;
      if (answer.method !== undefined) return;
      finish(() => {
        opened.close();
        if (answer.status === 'success') resolve(answer as Answer);
        else reject(new Error(answer.errorMessage ?? 'The wallet refused'));
      });
    };
    const polling = setInterval(() => {
      if (opened.closed) finish(() => reject(new Error('The window of the wallet was closed')));
    }, POLL_MS);
    window.addEventListener('message', listen);
  });
}

/** In the sandbox near-connect checks the origin, and passes the message on. */
function isFromWallet({ source, origin }: MessageEvent, opened: Opened): boolean {
  if (sandbox !== undefined) return source === window.parent;
  return origin === walletOrigin() && (source as unknown) === opened;
}

async function openPage(url: string): Promise<Opened> {
  const open = () => window.open(url, '_blank', FEATURES) as Opened | null;
  const opened = open();
  const isOpen = opened !== null && (await opened.windowIdPromise) !== null;
  if (isOpen) return opened;
  if (sandbox === undefined) throw new Error('The browser blocked the window of the wallet');
  // A click in the frame allows it.
  await sandbox.ui.whenApprove({ title: 'Your approval is needed', button: 'Open the wallet' });
  return open() as Opened;
}

/** An action in the form of the node. */
function showAction({ type, params = {} }: ConnectorAction): string | object {
  const { publicKey, deposit, code } = params;
  switch (type) {
    case 'CreateAccount':
      return type;
    case 'DeployContract':
      return { [type]: { code: toBase64(code) } };
    case 'FunctionCall': {
      const { methodName, args, gas } = params;
      return {
        [type]: { method_name: methodName, args: toBase64(toBytes(args)), gas: `${gas}`, deposit },
      };
    }
    case 'Transfer':
      return { [type]: { deposit } };
    case 'Stake':
      return { [type]: { stake: params.stake, public_key: publicKey } };
    case 'AddKey': {
      const { nonce = 0, permission } = params.accessKey;
      return {
        [type]: { public_key: publicKey, access_key: { nonce, permission: show(permission) } },
      };
    }
    case 'DeleteKey':
      return { [type]: { public_key: publicKey } };
    case 'DeleteAccount':
      return { [type]: { beneficiary_id: params.beneficiaryId } };
    case 'DeployGlobalContract': {
      const kind = params.deployMode === 'AccountId' ? `${type}ByAccountId` : type;
      return { [kind]: { code: toBase64(code) } };
    }
    case 'UseGlobalContract': {
      const { accountId, codeHash } = params.contractIdentifier;
      return accountId === undefined
        ? { [type]: { code_hash: codeHash } }
        : { [`${type}ByAccountId`]: { account_id: accountId } };
    }
    default:
      throw new Error(`The wallet does not know the action ${type}`);
  }
}

type Permission =
  | 'FullAccess'
  | { receiverId: string; allowance?: string; methodNames?: readonly string[] };

function show(permission: Permission): string | object {
  if (permission === 'FullAccess') return permission;
  const { receiverId: receiver_id, allowance = null, methodNames: method_names = [] } = permission;
  return { FunctionCall: { allowance, receiver_id, method_names } };
}

/** Arguments are bytes, a text, or a value that becomes JSON. */
function toBytes(args: unknown): Uint8Array {
  if (args instanceof Uint8Array) return args;
  return new TextEncoder().encode(typeof args === 'string' ? args : JSON.stringify(args ?? {}));
}

function toBase64(bytes: Uint8Array | readonly number[]): string {
  let symbols = '';
  for (const byte of bytes) symbols += String.fromCharCode(byte);
  return btoa(symbols);
}

async function announce(): Promise<void> {
  const response = await fetch(new URL('/wallet/manifest.json', import.meta.url));
  const { wallets } = await response.json();
  manifest = wallets[0];
  const say = () =>
    window.dispatchEvent(new CustomEvent('near-wallet-injected', { detail: wallet }));
  window.addEventListener('near-selector-ready', say);
  say();
}

if (sandbox === undefined) void announce();
else void sandbox.ready(wallet);

export {};
