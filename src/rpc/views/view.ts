// Views: questions about the state after a block. Each is asked in two ways, as a kind of `query`
// and as a method of its own; both share the params, the result and the work, and differ in how
// failures are told.

import { PerigeeError } from '../../base/errors.ts';
import type { Hash } from '../../base/hash.ts';
import type { PublicKey } from '../../base/keys.ts';
import type { Codec } from '../../codec/codec.ts';
import { RecordedTrie } from '../../state/recordedTrie.ts';
import type { StateReader } from '../../state/stateUpdate.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { FunctionCallError } from '../../types/actionErrors.ts';
import type { BlockHeader } from '../../types/block.ts';
import type { GlobalContractIdentifier } from '../../types/globalContract.ts';
import { hash, height } from '../../types/primitives.ts';
import { type ShardLayout, shardIdOfAccount, shardIds } from '../../types/shardLayout.ts';
import { type BlockReference, findBlock } from '../blockReference.ts';
import type { MethodContext } from '../context.ts';
import type { Fields, RecordOf } from '../params.ts';

/** Why a view has no answer. */
export type ViewFailureInfo =
  | { readonly code: 'UNKNOWN_BLOCK'; readonly reference: BlockReference }
  | { readonly code: 'UNAVAILABLE_SHARD'; readonly shardId: number }
  | { readonly code: 'UNKNOWN_ACCOUNT'; readonly accountId: AccountId }
  | { readonly code: 'NO_CONTRACT_CODE'; readonly accountId: AccountId }
  | { readonly code: 'TOO_LARGE_CONTRACT_STATE'; readonly accountId: AccountId }
  | { readonly code: 'UNKNOWN_ACCESS_KEY'; readonly publicKey: PublicKey }
  | { readonly code: 'UNKNOWN_GAS_KEY'; readonly publicKey: PublicKey }
  | { readonly code: 'TOO_MANY_ACCESS_KEYS'; readonly accountId: AccountId; readonly limit: number }
  | {
      readonly code: 'CONTRACT_EXECUTION_ERROR';
      readonly error: FunctionCallError;
      readonly debug: string;
    }
  | { readonly code: 'NO_GLOBAL_CONTRACT_CODE'; readonly identifier: GlobalContractIdentifier }
  | { readonly code: 'INTERNAL_ERROR' };

export class ViewFailure extends PerigeeError<ViewFailureInfo> {
  /** The block at which the view was tried; null when it was not found. */
  readonly at: ViewedBlock | null;

  constructor(info: ViewFailureInfo, at: ViewedBlock | null, message: string = info.code) {
    super(info, message);
    this.at = at;
  }
}

export interface ViewedBlock {
  readonly blockHash: Hash;
  readonly blockHeight: number;
}

/** Fields of every result. */
export const viewedBlockFields = { blockHash: hash, blockHeight: height } as const;

/** The state after a block, shard by shard. */
export class ViewTarget {
  readonly at: ViewedBlock;
  readonly header: BlockHeader;
  readonly #context: MethodContext;
  readonly #layout: ShardLayout;

  constructor(context: MethodContext, reference: BlockReference) {
    const found = findBlock(context.chain, reference, 'BLOCK HEADER');
    if (typeof found === 'string') {
      throw new ViewFailure({ code: 'UNKNOWN_BLOCK', reference }, null, found);
    }
    this.header = found.block.header;
    this.at = { blockHash: found.hash, blockHeight: this.header.lite.height };
    this.#context = context;
    this.#layout = context.epochs.epoch(this.header.lite.epochId).shardLayout;
  }

  shardOf(accountId: AccountId): number {
    return shardIdOfAccount(this.#layout, accountId);
  }

  stateOf(accountId: AccountId): ShardState {
    return this.#stateOfShard(this.shardOf(accountId));
  }

  /** Any shard, for what every shard has. */
  anyState(): ShardState {
    return this.#stateOfShard(shardIds(this.#layout)[0] as number);
  }

  fail(info: ViewFailureInfo, message?: string): ViewFailure {
    return new ViewFailure(info, this.at, message);
  }

  #stateOfShard(shardId: number): ShardState {
    const { chain, stateNodes } = this.#context;
    const extra = chain.chunkExtra(this.at.blockHash, shardId);
    if (extra === null) throw this.fail({ code: 'UNAVAILABLE_SHARD', shardId });
    return new RecordedTrie(stateNodes, extra.stateRoot);
  }
}

/** A shard's state: rows by their keys, and the trie beneath for listings and proofs. */
export type ShardState = StateReader & Pick<RecordedTrie, 'nodes' | 'root'>;

export interface View<F extends Fields, R> {
  readonly fields: F;
  readonly result: Pick<Codec<R>, 'json'>;
  readonly returns: string;
  /** How it may fail, besides an unknown block. */
  readonly failures: readonly ViewFailureInfo['code'][];
  /** Refuses combinations of params that each are right by themselves. */
  readonly validate?: (params: RecordOf<F>) => void;
  run(context: MethodContext, target: ViewTarget, params: RecordOf<F>): R | Promise<R>;
}

export function defineView<const F extends Fields, R>(view: View<F, R>): View<F, R> {
  return view;
}
