// What stays the same while one chunk is applied: the block, the epoch, the parameters, the shard.

import type { Hash } from '../base/crypto/hash.ts';
import type { Protocol } from '../params/protocol.ts';
import type { AccountId } from '../types/accountId.ts';
import type { ShardLayout } from '../types/shardLayout.ts';
import type { ContractCall } from '../vm/runContract.ts';
import type { VmOutcome } from '../vm/vmTypes.ts';
import type { DescribeStack } from './contracts/describeStack.ts';
import type { FunctionCallReport } from './contracts/functionCallReport.ts';
import type { ReceiptObserver } from './receipts/receiptObserver.ts';

export interface BlockContext {
  /** The height of the applied block; every id that is created in it depends on it. */
  readonly height: number;
  readonly prevHash: Hash;
  readonly timestamp: bigint;
  /** The price at which this chunk burns gas: the next price that the previous block announced. */
  readonly gasPrice: bigint;
  readonly randomValue: Hash;
  readonly epochHeight: number;
}

/** What execution needs to know about validators. */
export interface EpochView {
  /** The minimum stake that a Stake action may name. */
  minimumStake(): bigint;
  /** Null for an account that does not validate in the current epoch. */
  validatorStake(accountId: AccountId): bigint | null;
  totalStake(): bigint;
}

/** Runs a method of a contract; it has its own caches, and no state besides them. */
export interface ContractRunner {
  run(protocol: Protocol, call: ContractCall): VmOutcome;
  /** Called after each contract call of a receipt, for contract developers. */
  readonly onFunctionCall?: ((report: FunctionCallReport) => void) | undefined;
  /** How stacks of failed calls are described, if not by names alone. */
  readonly describeStack?: DescribeStack | undefined;
  /** Called with code that will probably be called; the receipt that deployed it may still fail. */
  readonly onDeploy?: ((protocol: Protocol, hash: Hash, code: Uint8Array) => void) | undefined;
}

export interface ChunkContext {
  readonly protocol: Protocol;
  readonly chainId: string;
  readonly shardLayout: ShardLayout;
  readonly shardId: number;
  readonly block: BlockContext;
  readonly epoch: EpochView;
  readonly contracts: ContractRunner;
  /** Absent unless a chunk is applied again to see what its receipts did. */
  readonly observer?: ReceiptObserver | undefined;
}
