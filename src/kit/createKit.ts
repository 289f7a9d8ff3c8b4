// The implementation of the test kit, over the RPC methods and the controls of a node.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesToBase64, utf8ToBytes } from '../base/bytes/bytes.ts';
import {
  formatPublicKey,
  formatSecretKey,
  parseSecretKey,
  secretToPublic,
} from '../base/crypto/keys.ts';
import { type GivenTokens, parseGas, parseTokens } from '../base/givenAmounts.ts';
import { formatPlainJson } from '../base/json/plainJson.ts';
import { GAS_PER_TGAS, YOCTO_PER_NEAR } from '../base/units.ts';
import { ArgumentError, readArgument } from '../client/argumentError.ts';
import type { ActionViewInput } from '../client/generated/wire.ts';
import type { Rpc } from '../client/rpc.ts';
import { localAccountKey } from '../home/homeFolder.ts';
import { ROOT_ACCOUNT } from '../params/genesisDefaults.ts';
import { CallFailedError } from './callFailedError.ts';
import {
  type CallResult,
  describeResult,
  listLogs,
  type Outcome,
  readValue,
} from './callResult.ts';
import { findAccount } from './findAccount.ts';
import { findFailure } from './findFailure.ts';
import type {
  Account,
  AccountRef,
  CallOptions,
  Contract,
  DeployOptions,
  InitCall,
  KeyedAccount,
  NewAccountOptions,
  TestKit,
} from './kit.ts';

const CALL_GAS = 100n * GAS_PER_TGAS;
const NEW_BALANCE = 100n * YOCTO_PER_NEAR;
/** How many accounts are tried for a contract that is deployed without a name. */
const NAMES_TRIED_MAX = 1_000;

type GivenArgs = Readonly<Record<string, unknown>> | Uint8Array;

export function createKit(rpc: Rpc): TestKit {
  const kit = new Kit(rpc);
  // The implementation has the untyped forms; the types of TestKit follow from ABIs.
  return kit as unknown as TestKit;
}

class Kit {
  readonly #rpc: Rpc;

  constructor(rpc: Rpc) {
    this.#rpc = rpc;
  }

  async createAccount(name: string, options: NewAccountOptions = {}): Promise<KeyedAccount> {
    if (typeof name !== 'string') throw new ArgumentError('createAccount', 'expected a name');
    const accountId = name.includes('.') ? name : `${name}.${ROOT_ACCOUNT}`;
    if ((await findAccount(this.#rpc, accountId)) !== null) {
      throw new ArgumentError('createAccount', `the account ${accountId} already exists`);
    }
    return this.#createAccount(accountId, options);
  }

  account(accountId: string): Account {
    const account: Account = {
      accountId,
      balance: () => this.#readBalance(accountId),
      transfer: (receiver, amount) => this.transfer(accountId, receiver, amount),
      call: ((contract: AccountRef, method: string, args?: GivenArgs, options?: CallOptions) =>
        this.call(accountId, contract, method, args, options)) as Account['call'],
    };
    return account;
  }

  async deploy(
    code: Uint8Array | string,
    { accountId, init, abi, balance }: DeployOptions = {},
  ): Promise<Contract> {
    const bytes = typeof code === 'string' ? readModule(code) : code;
    if (!(bytes instanceof Uint8Array)) throw new ArgumentError('deploy', 'expected a module');
    const actions = [
      { DeployContract: { code: bytesToBase64(bytes) } },
      ...(init === undefined ? [] : [createInit(init)]),
    ];
    const target = accountId ?? (await this.#chooseName(code));
    if ((await findAccount(this.#rpc, target)) === null) {
      await this.#createAccount(target, { balance });
    }
    await this.#send(`deploying to ${target}`, target, target, actions);
    return this.contract(target, abi);
  }

  contract(accountId: string, abi?: undefined): Contract {
    const view = (method: string, args?: GivenArgs) => this.view(accountId, method, args);
    return { accountId, abi, view } as Contract;
  }

  async transfer(
    sender: AccountRef,
    receiver: AccountRef,
    amount: GivenTokens,
  ): Promise<CallResult<null>> {
    const from = idOf(sender);
    const to = idOf(receiver);
    const deposit = `${readTokens('amount', amount)}`;
    const sent = await this.#send(`${from} → ${to}`, from, to, [{ Transfer: { deposit } }]);
    return sent as CallResult<null>;
  }

  call(
    signer: AccountRef,
    contract: AccountRef,
    method: string,
    ...[args = {}, { gas = CALL_GAS, deposit = 0n } = {}]: [GivenArgs?, CallOptions?]
  ): Promise<CallResult<unknown>> {
    const from = idOf(signer);
    const to = idOf(contract);
    const action = createCall({ method, args, gas, deposit });
    return this.#send(`${from} → ${to} ${method}`, from, to, [action]);
  }

  async view(contract: AccountRef, method: string, args: GivenArgs = {}): Promise<unknown> {
    const contractId = idOf(contract);
    const viewed = await this.#rpc('query', {
      request_type: 'call_function',
      finality: 'optimistic',
      account_id: contractId,
      method_name: method,
      args_base64: encodeArgs(args),
    });
    if ('result' in viewed) return readValue(Uint8Array.from(viewed.result));
    const { error: message, logs } = viewed;
    const failure = { kind: 'FunctionCallError', message };
    throw new CallFailedError(`${contractId} ${method}`, { outcome: null, logs, failure });
  }

  async #send(
    what: string,
    signerId: string,
    receiverId: string,
    actions: readonly ActionViewInput[],
  ): Promise<CallResult<unknown>> {
    const params = { signer_id: signerId, receiver_id: receiverId, actions };
    const outcome = (await this.#rpc('perigee_impersonate', params)) as Outcome;
    const { status } = outcome;
    if (typeof status === 'object' && 'SuccessValue' in status) {
      return describeResult(outcome, status.SuccessValue);
    }
    const failure = await findFailure(this.#rpc, outcome);
    throw new CallFailedError(what, { outcome, logs: listLogs(outcome), failure });
  }

  async #createAccount(
    accountId: string,
    { balance = NEW_BALANCE, secretKey }: NewAccountOptions,
  ): Promise<KeyedAccount> {
    const amount = `${readTokens('balance', balance)}`;
    const secret =
      secretKey === undefined
        ? localAccountKey(accountId)
        : readArgument('secretKey', () => parseSecretKey(secretKey));
    const publicKey = formatPublicKey(secretToPublic(secret));
    const account = { account_id: accountId };
    await this.#rpc('perigee_set_balance', { ...account, amount });
    const accessKey = { nonce: 0, permission: 'FullAccess' } as const;
    const key = { ...account, public_key: publicKey, access_key: accessKey };
    await this.#rpc('perigee_set_access_key', key);
    return { ...this.account(accountId), publicKey, secretKey: formatSecretKey(secret) };
  }

  async #readBalance(accountId: string): Promise<bigint> {
    const account = await findAccount(this.#rpc, accountId);
    if (account !== null) return BigInt(account.amount);
    throw new ArgumentError('balance', `there is no account ${accountId}`);
  }

  /** After the file; with a number if there is such an account. */
  async #chooseName(code: Uint8Array | string): Promise<string> {
    const stem = typeof code === 'string' ? basename(code, '.wasm') : 'contract';
    const name =
      stem
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'contract';
    for (let number = 1; number <= NAMES_TRIED_MAX; number++) {
      const accountId = `${name}${number === 1 ? '' : number}.${ROOT_ACCOUNT}`;
      if ((await findAccount(this.#rpc, accountId)) === null) return accountId;
    }
    throw new ArgumentError('deploy', `there are too many accounts like ${name}; name one`);
  }
}

function createInit(init: InitCall): ActionViewInput {
  const { method, args = {}, deposit = 0n, gas = CALL_GAS } = init;
  return createCall({ method, args, deposit, gas });
}

function createCall({ method, args, deposit, gas }: Required<InitCall>): ActionViewInput {
  const units = parseGas(gas);
  if (units === null) throw new ArgumentError('gas', 'expected a bigint, or such as "30 Tgas"');
  return {
    FunctionCall: {
      method_name: method,
      args: encodeArgs(args ?? {}),
      gas: Number(units),
      deposit: `${readTokens('deposit', deposit)}`,
    },
  };
}

function encodeArgs(args: GivenArgs): string {
  if (args instanceof Uint8Array) return bytesToBase64(args);
  if (typeof args !== 'object' || args === null) {
    throw new ArgumentError('args', 'expected an object or a Uint8Array');
  }
  return bytesToBase64(utf8ToBytes(formatPlainJson(args) ?? '{}'));
}

function readTokens(name: string, given: unknown): bigint {
  const yocto = parseTokens(given);
  if (yocto !== null) return yocto;
  throw new ArgumentError(name, 'expected a bigint in yoctoNEAR, or such as "1.5 NEAR"');
}

function idOf(account: AccountRef): string {
  const id = typeof account === 'string' ? account : account?.accountId;
  if (typeof id === 'string') return id;
  throw new ArgumentError('account', 'expected an account id, or an object with `accountId`');
}

function readModule(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new ArgumentError('deploy', `${path} cannot be read: ${(error as Error).message}`, error);
  }
}
