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

  /** Sends what earlier chunks have buffered, for each shard up to the first that does not fit. */
  forwardBuffered(): void {
    for (const shardId of shardIds(this.#chunk.shardLayout)) {
      for (;;) {
        const queued = readFirstBufferedReceipt(this.#state, shardId);
        if (queued === null || !this.#tryForward(shardId, queued)) break;
        popBufferedReceipt(this.#state, shardId);
        this.#countBuffered(-queued.congestionSize, -queued.congestionGas);
      }
    }
  }

  send(receipt: Receipt): void {
    const { protocol, shardLayout } = this.#chunk;
    const shardId = receiptShardId(shardLayout, receipt);
    const queued = queueReceipt(protocol, receipt);
    if (this.#tryForward(shardId, queued)) return;
    pushBufferedReceipt(this.#state, shardId, queued);
    this.#countBuffered(queued.congestionSize, queued.congestionGas);
  }

  /** The bandwidth that this shard requests in order to send what is buffered now. */
  createBandwidthRequests(params: BandwidthParams): BandwidthRequests {
    const requests: BandwidthRequest[] = [];
    for (const shardId of shardIds(this.#chunk.shardLayout)) {
      const request = createBandwidthRequest(params, shardId, this.#groupSizes(shardId, params));
      if (request !== null) requests.push(request);
    }
    return { kind: 'V1', value: { requests } };
  }

  #tryForward(shardId: number, { receipt, congestionGas, congestionSize }: QueuedReceipt): boolean {
    const { congestion, features, limits } = this.#chunk.protocol;
    const limit = this.#limits.get(shardId) ?? { gas: U64_MAX, bytes: 0 };
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
