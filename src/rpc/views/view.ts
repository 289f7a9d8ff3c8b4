// Views: queries of the state after a block. Each is available as a kind of `query` and as a
// separate method; both share the params, the result and the implementation, and differ in their
// errors.

import type { Hash } from '../../base/crypto/hash.ts';
import type { PublicKey } from '../../base/crypto/keys.ts';
import { catching } from '../../base/scheduling/whenReady.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import { described, type JsonWriter } from '../../codec/codec.ts';
import type { Fields, StructOf } from '../../codec/struct.ts';
import { readAccount } from '../../state/accounts.ts';
import type { StateView } from '../../state/stateView.ts';
import { RowUnavailable } from '../../store/rowUnavailable.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { FunctionCallError } from '../../types/actionErrors.ts';
import type { BlockHeader } from '../../types/block.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import { hash, height } from '../../types/primitives.ts';
import { type ShardLayout, shardIdOfAccount, shardIds } from '../../types/shardLayout.ts';
import type { MethodContext } from '../core/context.ts';
import { type BlockReference, findBlock } from '../params/blockReference.ts';

/** Why a view failed, by the name of its RPC error. */
type ViewFailureInfo =
  | { readonly name: 'UNKNOWN_BLOCK'; readonly reference: BlockReference }
  | { readonly name: 'GARBAGE_COLLECTED_BLOCK' }
  | { readonly name: 'UNAVAILABLE_SHARD'; readonly shardId: number }
  | { readonly name: 'UNKNOWN_ACCOUNT'; readonly accountId: AccountId }
  | { readonly name: 'NO_CONTRACT_CODE'; readonly accountId: AccountId }
  | { readonly name: 'TOO_LARGE_CONTRACT_STATE'; readonly accountId: AccountId }
  | { readonly name: 'UNKNOWN_ACCESS_KEY'; readonly publicKey: PublicKey }
  | { readonly name: 'UNKNOWN_GAS_KEY'; readonly publicKey: PublicKey }
  | { readonly name: 'TOO_MANY_ACCESS_KEYS'; readonly accountId: AccountId; readonly limit: number }
  | {
      readonly name: 'CONTRACT_EXECUTION_ERROR';
      readonly error: FunctionCallError;
      readonly debug: string;
    }
  | { readonly name: 'NO_GLOBAL_CONTRACT_CODE'; readonly identifier: GlobalContractIdentifier }
  | { readonly name: 'INTERNAL_ERROR' };

export class ViewFailure extends Error {
  readonly info: ViewFailureInfo;
  /** The block of the view; null if it was not found. */
  readonly at: ViewedBlock | null;

  constructor(info: ViewFailureInfo, at: ViewedBlock | null, message: string = info.name) {
    super(message);
    this.info = info;
    this.at = at;
  }
}

export interface ViewedBlock {
  readonly blockHash: Hash;
  readonly blockHeight: number;
}

/** Fields of every result. */
export const viewedBlockFields = {
  blockHash: described(hash, 'The block of the state.'),
  blockHeight: described(height, 'The height of that block.'),
} as const;

/** A block that was requested by height and was pruned. */
function findCollected(chain: ChainReader, reference: BlockReference): ViewedBlock | null {
  if (reference.kind !== 'block_id' || reference.value.kind !== 'Height') return null;
  const blockHeight = Number(reference.value.value);
  const blockHash = Number.isSafeInteger(blockHeight) ? chain.hashAt(blockHeight) : null;
  return blockHash && { blockHash, blockHeight };
}

/** Blocks below the tail have no state here, not even genesis. */
function refuseCollected(chain: ChainReader, at: ViewedBlock | null): void {
  if (at === null || at.blockHeight >= chain.tail().height) return;
  throw new ViewFailure({ name: 'GARBAGE_COLLECTED_BLOCK' }, at);
}

/** The state after a block, shard by shard. */
export class ViewTarget {
  readonly at: ViewedBlock;
  readonly header: BlockHeader;
  readonly #context: MethodContext;
  readonly #layout: ShardLayout;
  #lastShard: number;

  constructor(context: MethodContext, reference: BlockReference) {
    const { chain } = context;
    const found = findBlock(chain, reference, 'BLOCK HEADER');
    if (typeof found === 'string') {
      refuseCollected(chain, findCollected(chain, reference));
      throw new ViewFailure({ name: 'UNKNOWN_BLOCK', reference }, null, found);
    }
    this.header = found.block.header;
    this.at = { blockHash: found.hash, blockHeight: this.header.lite.height };
    refuseCollected(chain, this.at);
    this.#context = context;
    this.#layout = context.epochs.epoch(this.header.lite.epochId).shardLayout;
    this.#lastShard = shardIds(this.#layout)[0] as number;
  }

  shardOf(accountId: AccountId): number {
    return shardIdOfAccount(this.#layout, accountId);
  }

  stateOf(accountId: AccountId): StateView {
    return this.#stateOfShard(this.shardOf(accountId));
  }

  /** Any shard, for data that every shard has. */
  anyState(): StateView {
    return this.#stateOfShard(shardIds(this.#layout)[0] as number);
  }

  /**
   * For a key that was not found. The release reports a missing account as such; the snapshot
   * reports only that there is no such key.
   */
  refuseMissingAccount(accountId: AccountId): void {
    if (this.#context.epochs.rules.dialect !== 'release') return;
    if (readAccount(this.stateOf(accountId), accountId) !== null) return;
    throw this.fail({ name: 'UNKNOWN_ACCOUNT', accountId });
  }

  fail(info: ViewFailureInfo, message?: string): ViewFailure {
    return new ViewFailure(info, this.at, message);
  }

  /** The failure of a view that needs data this node does not have. */
  unavailable(message: string): ViewFailure {
    return this.fail({ name: 'UNAVAILABLE_SHARD', shardId: this.#lastShard }, message);
  }

  #stateOfShard(shardId: number): StateView {
    this.#lastShard = shardId;
    const state = this.#context.states.after(this.at, shardId);
    if (state !== null) return state;
    throw this.unavailable(`The node does not track the shard ID ${shardId}`);
  }
}

export interface View<F extends Fields, R> {
  readonly fields: F;
  /** The result of the view's own method. */
  readonly result: JsonWriter<R>;
  /** The result without the block: the component that the description of `query` names. */
  readonly content: JsonWriter<never>;
  readonly returns: string;
  /** Its errors, besides an unknown block. */
  readonly failures: readonly ViewFailureInfo['name'][];
  /** Rejects invalid combinations of valid params. */
  readonly validate?: (params: StructOf<F>) => void;
  run(context: MethodContext, target: ViewTarget, params: StructOf<F>): R | Promise<R>;
}

/** Runs a view; an unavailable row is a failure like any other. */
export function runView<F extends Fields, R>(
  context: MethodContext,
  view: View<F, R>,
  reference: BlockReference,
  params: StructOf<F>,
): R | Promise<R> {
  const target = new ViewTarget(context, reference);
  return catching(
    () => view.run(context, target, params),
    (thrown) => {
      throw thrown instanceof RowUnavailable ? target.unavailable(thrown.message) : thrown;
    },
  );
}

export function defineView<const F extends Fields, R>(view: View<F, R>): View<F, R> {
  return view;
}
