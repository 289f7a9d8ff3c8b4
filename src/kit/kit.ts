// The test kit of a node: accounts and contracts as objects, with methods that are typed by an
// ABI. Transactions are sent by impersonation, so no keys are needed, and resolve once they are
// executed.

import type { GivenGas, GivenTokens } from '../base/givenAmounts.ts';
import type {
  Abi,
  ArgsOf,
  GivenAbi,
  MayOmitArgs,
  MethodName,
  NoAbi,
  ResultOf,
} from './abiTypes.ts';
import type { CallResult } from './callResult.ts';

/** An account by its id, or an object that has one. */
export type AccountRef = string | { readonly accountId: string };

export interface CallOptions {
  /** 100 Tgas by default. */
  readonly gas?: GivenGas | undefined;
  readonly deposit?: GivenTokens | undefined;
}

/** The arguments and the options of a call; arguments that are not needed may be left out. */
type CallArgs<A extends GivenAbi, M> = A extends Abi
  ? MayOmitArgs<A, M> extends true
    ? [args?: ArgsOf<A, M>, options?: CallOptions]
    : [args: ArgsOf<A, M>, options?: CallOptions]
  : [args?: ArgsOf<A, M>, options?: CallOptions];

type ViewArgs<A extends GivenAbi, M> = A extends Abi
  ? MayOmitArgs<A, M> extends true
    ? [args?: ArgsOf<A, M>]
    : [args: ArgsOf<A, M>]
  : [args?: ArgsOf<A, M>];

/** A contract, with the methods of its ABI if there is one. */
export interface Contract<A extends GivenAbi = NoAbi> {
  readonly accountId: string;
  /** As given. */
  readonly abi: A;
  /** What a method returns after the newest block: JSON, null, or bytes that are not JSON. */
  view<const M extends MethodName<A, 'view'>>(
    method: M,
    ...args: ViewArgs<A, M>
  ): Promise<ResultOf<A, M>>;
}

export interface Account {
  readonly accountId: string;
  /** In yoctoNEAR, without what is staked. */
  balance(): Promise<bigint>;
  transfer(receiver: AccountRef, amount: GivenTokens): Promise<CallResult<null>>;
  /** Calls a method; rejects with a CallFailedError if the transaction fails. */
  call<A extends GivenAbi, const M extends MethodName<A, 'call'>>(
    contract: Contract<A>,
    method: M,
    ...args: CallArgs<A, M>
  ): Promise<CallResult<ResultOf<A, M>>>;
  /** Calls a method of a contract without an ABI. */
  call(
    contractId: string,
    method: string,
    ...args: CallArgs<NoAbi, string>
  ): Promise<CallResult<unknown>>;
}

/** An account with a full access key, which client libraries may use. */
export interface KeyedAccount extends Account {
  readonly publicKey: string;
  readonly secretKey: string;
}

export interface NewAccountOptions {
  /** 100 NEAR by default. */
  readonly balance?: GivenTokens | undefined;
  /** By default it is derived from the name, as those of the funded accounts. */
  readonly secretKey?: string | undefined;
}

export interface InitCall {
  readonly method: string;
  readonly args?: Readonly<Record<string, unknown>> | Uint8Array | undefined;
  readonly deposit?: GivenTokens | undefined;
  readonly gas?: GivenGas | undefined;
}

export interface DeployOptions<A extends GivenAbi = NoAbi> {
  /** Created if it does not exist; by default a new account named after the file. */
  readonly accountId?: string | undefined;
  /** Called in the same transaction. */
  readonly init?: InitCall | undefined;
  readonly abi?: A | undefined;
  /** Of a new account; 100 NEAR by default. */
  readonly balance?: GivenTokens | undefined;
}

export interface TestKit {
  /** Creates an account with a key; a name without a dot becomes a sub-account of `test.near`. */
  createAccount(name: string, options?: NewAccountOptions): Promise<KeyedAccount>;
  /** Any account of the chain; no key is needed to act for it. */
  account(accountId: string): Account;
  /** Deploys a module: its bytes, or the path of its file. */
  deploy<const A extends GivenAbi = NoAbi>(
    code: Uint8Array | string,
    options?: DeployOptions<A>,
  ): Promise<Contract<A>>;
  /** A contract that is deployed. */
  contract<const A extends GivenAbi = NoAbi>(accountId: string, abi?: A): Contract<A>;
  transfer(
    sender: AccountRef,
    receiver: AccountRef,
    amount: GivenTokens,
  ): Promise<CallResult<null>>;
  call(
    signer: AccountRef,
    contract: AccountRef,
    method: string,
    ...args: CallArgs<NoAbi, string>
  ): Promise<CallResult<unknown>>;
  view(contract: AccountRef, method: string, ...args: ViewArgs<NoAbi, string>): Promise<unknown>;
}
