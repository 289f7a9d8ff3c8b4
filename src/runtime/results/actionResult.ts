// The input and the result of an action. Actions read and write the state's journal; everything
// else that they change (the account, the actor, receipts, tokens, gas) is in the value they
// return.

import { assert } from '../../base/assert.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type { Account } from '../../types/account.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { ActionErrorKind } from '../../types/actionErrors.ts';
import type { GasProfile } from '../../types/outcome.ts';
import type { ActionReceipt, Receipt } from '../../types/receipt.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import type { PromiseResult, ReturnData } from '../../vm/vmTypes.ts';
import type { ChunkContext } from '../chunkContext.ts';

/** A receipt with its envelope of actions. */
export interface ReceiptOfActions {
  readonly receipt: Receipt;
  readonly envelope: ActionReceipt;
}

export interface ActionContext extends ReceiptOfActions {
  readonly chunk: ChunkContext;
  readonly state: StateUpdate;
  /** The receiver of the receipt. */
  readonly accountId: AccountId;
  /** Null while the account does not exist. */
  readonly account: Account | null;
  /**
   * On whose behalf the next action runs: the predecessor, until the receipt creates its account.
   */
  readonly actorId: AccountId;
  /** The action's place in its receipt. */
  readonly index: number;
  readonly promiseResults: readonly PromiseResult[];
  /** The size of the state proof when the receipt's first action began. */
  readonly proofSizeBefore: number;
}

export interface ActionResult {
  readonly error: ActionErrorKind | null;
  readonly account: Account | null;
  readonly actorId: AccountId;
  /** Gas and compute beyond the action's execution fee; used gas includes burnt gas. */
  readonly gasBurnt: bigint;
  readonly gasUsed: bigint;
  readonly compute: bigint;
  readonly profile: GasProfile | null;
  readonly logs: readonly string[];
  readonly returnData: ReturnData;
  /** Their ids are not set yet. */
  readonly newReceipts: readonly Receipt[];
  readonly proposals: readonly ValidatorStake[];
  readonly tokensBurnt: bigint;
  readonly subsidizedAmount: bigint;
}

/** Has every key: adding keys to a copy is slow. */
const NOTHING: ActionResult = {
  error: null,
  account: null,
  actorId: '',
  gasBurnt: 0n,
  gasUsed: 0n,
  compute: 0n,
  profile: null,
  logs: [],
  returnData: { kind: 'none' },
  newReceipts: [],
  proposals: [],
  tokensBurnt: 0n,
  subsidizedAmount: 0n,
};

/**
 * An action that did what `changes` says and left the rest as it was. Each field is named, because
 * spreading over a copy is slow.
 */
export function succeed(
  context: ActionContext,
  {
    account = context.account,
    actorId = context.actorId,
    gasBurnt = 0n,
    gasUsed = 0n,
    compute = 0n,
    profile = null,
    logs = NOTHING.logs,
    returnData = NOTHING.returnData,
    newReceipts = NOTHING.newReceipts,
    proposals = NOTHING.proposals,
    tokensBurnt = 0n,
    subsidizedAmount = 0n,
  }: Partial<Omit<ActionResult, 'error'>>,
): ActionResult {
  return {
    error: null,
    account,
    actorId,
    gasBurnt,
    gasUsed,
    compute,
    profile,
    logs,
    returnData,
    newReceipts,
    proposals,
    tokensBurnt,
    subsidizedAmount,
  };
}

/** An action that failed; what a contract burnt and logged until then is kept. */
export function fail(
  context: ActionContext,
  error: ActionErrorKind,
  kept: Partial<Pick<ActionResult, 'gasBurnt' | 'gasUsed' | 'compute' | 'profile' | 'logs'>> = {},
): ActionResult {
  return { ...NOTHING, account: context.account, actorId: context.actorId, ...kept, error };
}

/** The account of an action that is only run for an existing one. */
export function existingAccount(context: ActionContext): Account {
  assert(context.account !== null, 'the existence of the account was checked');
  return context.account;
}
