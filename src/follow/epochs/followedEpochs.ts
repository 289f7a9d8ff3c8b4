// What RPC needs to know about epochs, read from the store of a chain that is followed from a
// checkpoint. What the store does not contain is refused with a clear error.

import { bytesKey } from '../../base/bytes/bytes.ts';
import type { BoundedCache } from '../../base/collections/boundedCache.ts';
import { Caches } from '../../base/collections/caches.ts';
import { HASH_ZERO, type Hash } from '../../base/crypto/hash.ts';
import { PerigeeError } from '../../base/errors.ts';
import { Column } from '../../chain/columns/columns.ts';
import { createBlockInfo } from '../../chain/epoch/blockInfo.ts';
import { Epoch } from '../../chain/epoch/epoch.ts';
import type { ValidatorsInfo } from '../../chain/epoch/validatorsInfo.ts';
import type { EpochReader } from '../../chain/stored/epochReader.ts';
import { StoredChain } from '../../chain/stored/storedChain.ts';
import { createEpochStore } from '../../chain/stored/storedEpochs.ts';
import type { Dialect } from '../../params/dialect.ts';
import type { ProtocolRules } from '../../params/protocolRules.ts';
import { requireRow } from '../../store/requireRow.ts';
import type { StoreReader } from '../../store/store.ts';
import type { AccountId } from '../../types/accountId.ts';
import type { BlockHeader } from '../../types/block.ts';
import type { BlockInfo, EpochInfo } from '../../types/epoch.ts';
import type { ValidatorStake } from '../../types/validatorStake.ts';
import { readBlockAuthor, readChunkAuthor } from '../verify/authors.ts';

class NotFollowed extends PerigeeError<{ readonly code: 'not_followed' }> {
  constructor(what: string) {
    super(
      { code: 'not_followed' },
      `this node follows the chain from a checkpoint and does not know ${what}`,
    );
  }
}

export class FollowedEpochs implements EpochReader {
  readonly #store: StoreReader;
  readonly #chain: StoredChain;
  readonly #epochs: BoundedCache<Epoch>;

  constructor(store: StoreReader, caches = new Caches(), chain = new StoredChain(store, caches)) {
    this.#store = store;
    this.#chain = chain;
    this.#epochs = caches.create('epochs');
  }

  get rules(): ProtocolRules {
    return createEpochStore(this.#store).rules();
  }

  blockInfo(hash: Hash): BlockInfo {
    const header = this.#header(hash);
    const { epochId, height } = header.lite;
    const place = { lastFinalizedHeight: height, epochFirstBlock: HASH_ZERO, epochId };
    return createBlockInfo(hash, header, place);
  }

  epoch(id: Hash): Epoch {
    const kept = this.#epochs.get(bytesKey(id));
    if (kept !== undefined) return kept;
    const info = createEpochStore(this.#store).getEpochInfo(id);
    if (info === null) throw new NotFollowed('that epoch');
    const epoch = new FollowedEpoch(info, this.rules.dialect, this.#store);
    this.#epochs.set(bytesKey(id), epoch, epoch.bytes);
    return epoch;
  }

  epochIdAfter(prevHash: Hash): Hash {
    const next = this.#chain.nextHash(prevHash);
    return this.#header(next ?? prevHash).lite.epochId;
  }

  epochStartHeight(hash: Hash): number {
    const { epochId } = this.#header(hash).lite;
    const start = createEpochStore(this.#store).getEpochStart(epochId);
    return start ?? this.#chain.genesis().height;
  }

  chunkProducerAfter(prevHash: Hash, shardId: number): AccountId {
    const created = this.#header(prevHash).lite.height + 1;
    const author = readChunkAuthor(this.#store, created, shardId);
    if (author === null) throw new NotFollowed('who made that chunk');
    return author;
  }

  validatorsAt(): ValidatorsInfo {
    throw new NotFollowed('what its validators have done');
  }

  validatorsOf(): null {
    return null;
  }

  #header(hash: Hash): BlockHeader {
    return requireRow(this.#chain.block(hash), Column.block, hash).header;
  }
}

class FollowedEpoch extends Epoch {
  readonly #store: StoreReader;

  constructor(info: EpochInfo, dialect: Dialect, store: StoreReader) {
    super(info, dialect);
    this.#store = store;
  }

  override blockProducer(height: number): ValidatorStake {
    const author = readBlockAuthor(this.#store, height);
    const found = this.blockProducers.find(({ accountId }) => accountId === author);
    if (found === undefined) throw new NotFollowed(`who makes block ${height}`);
    return found;
  }
}
