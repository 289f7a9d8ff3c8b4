// Where receipts leave a chunk: each is sent, or buffered in the state until its shard can take it.
// The limits are set once for a chunk; a small receipt may overtake a large one that is buffered
// for the same shard.

import { minBigint, saturatingSub, U64_MAX } from '../../base/bytes/bigints.ts';
import type { Protocol } from '../../params/protocol.ts';
import { readReceiptGroupQueue, receiptGroupSizes } from '../../state/receiptGroups.ts';
import {
  bufferedReceiptCount,
  bufferedShards,
  popBufferedReceipt,
  pushBufferedReceipt,
  readFirstBufferedReceipt,
} from '../../state/receiptQueues.ts';
import type { StateUpdate } from '../../state/stateUpdate.ts';
import type {
  BandwidthRequest,
  BandwidthRequests,
  CongestionInfo,
} from '../../types/congestion.ts';
import { type QueuedReceipt, type Receipt, receiptSize } from '../../types/receipt.ts';
import { shardIds } from '../../types/shardLayout.ts';
import { parentShard, splitParents } from '../../types/shardSplits.ts';
import type { ChunkContext } from '../chunkContext.ts';
import { type BandwidthParams, createBandwidthRequest } from '../congestion/bandwidthRequests.ts';
import { outgoingGasLimit, type ShardCongestion } from '../congestion/congestion.ts';
import { receiptCongestionGas } from '../fees/fees.ts';
import { receiptShardId } from './receiptRouting.ts';

/** How much may still be sent to a shard. */
interface OutgoingLimit {
  gas: bigint;
  bytes: number;
}

interface ReceiptSinkInput {
  readonly chunk: ChunkContext;
  readonly state: StateUpdate;
  readonly congestion: ReadonlyMap<number, ShardCongestion>;
  /** By receiving shard, in bytes. */
  readonly granted: ReadonlyMap<number, number>;
  /** This shard's congestion info before the chunk. */
  readonly ownCongestion: CongestionInfo;
}

export class ReceiptSink {
  readonly #chunk: ChunkContext;
  readonly #state: StateUpdate;
  readonly #limits: Map<number, OutgoingLimit>;
  readonly #outgoing: Receipt[] = [];
  #congestion: CongestionInfo;

  constructor({ chunk, state, congestion, granted, ownCongestion }: ReceiptSinkInput) {
    this.#chunk = chunk;
    this.#state = state;
    this.#congestion = ownCongestion;
    this.#limits = new Map(
      [...congestion].map(([shardId, shard]) => {
        // Holding back receipts that stay on the shard would not relieve it.
        const isOwn = shardId === chunk.shardId;
        const gas = isOwn
          ? U64_MAX
          : outgoingGasLimit(chunk.protocol.congestion, shard, chunk.shardId);
        return [shardId, { gas, bytes: granted.get(shardId) ?? 0 }];
      }),
    );
    // The reference loads these rows in any case, and every read counts towards the state proof.
    for (const shardId of bufferedShards(state)) readReceiptGroupQueue(state, shardId);
  }

  /** All outgoing receipts, in the order they were sent. */
  get outgoing(): readonly Receipt[] {
    return this.#outgoing;
  }

  /** This shard's congestion info with what is buffered now. */
  get congestion(): CongestionInfo {
    return this.#congestion;
  }

  /**
   * Sends what earlier chunks have buffered, from each buffer up to the first that does not fit.
   * Receipts for a shard that has been split stay in its buffer, and go to its children from there.
   */
  forwardBuffered(): void {
    const { shardLayout } = this.#chunk;
    for (const bufferId of [...splitParents(shardLayout), ...shardIds(shardLayout)]) {
      for (;;) {
        const queued = readFirstBufferedReceipt(this.#state, bufferId);
        if (queued === null || !this.#tryForward(queued)) break;
        popBufferedReceipt(this.#state, bufferId);
        this.#countBuffered(-queued.congestionSize, -queued.congestionGas);
      }
    }
  }

  send(receipt: Receipt): void {
    const queued = queueReceipt(this.#chunk.protocol, receipt);
    if (this.#tryForward(queued)) return;
    pushBufferedReceipt(this.#state, this.#shardOf(receipt), queued);
    this.#countBuffered(queued.congestionSize, queued.congestionGas);
  }

  /** The bandwidth that this shard requests in order to send what is buffered now. */
  createBandwidthRequests(params: BandwidthParams): BandwidthRequests {
    const requests: BandwidthRequest[] = [];
    for (const shardId of shardIds(this.#chunk.shardLayout)) {
      const sizes = this.#sizesToShard(shardId, params);
      const request = createBandwidthRequest(params, shardId, sizes);
      if (request !== null) requests.push(request);
    }
    return { kind: 'V1', value: { requests } };
  }

  #tryForward({ receipt, congestionGas, congestionSize }: QueuedReceipt): boolean {
    const { congestion, features, limits } = this.#chunk.protocol;
    const limit = this.#limits.get(this.#shardOf(receipt)) ?? { gas: U64_MAX, bytes: 0 };
    // A receipt that grew beyond the size limit after it was made must still be able to leave.
    const bytes = Math.min(congestionSize, limits.maxReceiptSize);
    const admission = features.clampOutgoingGasAdmission
      ? minBigint(congestionGas, congestion.allowedShardOutgoingGas)
      : congestionGas;
    if (limit.gas < admission || limit.bytes < bytes) return false;
    limit.gas = saturatingSub(limit.gas, congestionGas);
    limit.bytes -= bytes;
    this.#outgoing.push(receipt);
    return true;
  }

  #countBuffered(bytes: number, gas: bigint): void {
    const { bufferedReceiptsGas, receiptBytes } = this.#congestion;
    this.#congestion = {
      ...this.#congestion,
      bufferedReceiptsGas: bufferedReceiptsGas + gas,
      receiptBytes: receiptBytes + bytes,
    };
  }

  #shardOf(receipt: Receipt): number {
    return receiptShardId(this.#chunk.shardLayout, receipt);
  }

  /**
   * What is buffered for the parent of a shard may go to the shard. A shard that was not split is
   * its own parent, and the reference counts its buffer twice.
   */
  *#sizesToShard(shardId: number, params: BandwidthParams): Generator<number> {
    const parent = parentShard(this.#chunk.shardLayout, shardId);
    if (parent !== null) yield* this.#groupSizes(parent, params);
    yield* this.#groupSizes(shardId, params);
  }

  /** Without metadata for all receipts of a buffer, room for the largest one is requested. */
  #groupSizes(shardId: number, params: BandwidthParams): Iterable<number> {
    const count = bufferedReceiptCount(this.#state, shardId);
    if (count === 0) return [];
    const counted = readReceiptGroupQueue(this.#state, shardId)?.receiptCount ?? 0;
    return counted === count ? receiptGroupSizes(this.#state, shardId) : [params.maxReceiptSize];
  }
}

/** A receipt with the gas and size that the queues of the state count for it. */
export function queueReceipt(protocol: Protocol, receipt: Receipt): QueuedReceipt {
  return {
    receipt,
    congestionGas: receiptCongestionGas(protocol, receipt),
    congestionSize: receiptSize(receipt),
  };
}
