// What a receipt's block and its epoch add to the execution: asked from a node, or taken from the
// message of the block.

import { bytesKey, equalBytes } from '../base/bytes/bytes.ts';
import { formatHash, type Hash } from '../base/crypto/hash.ts';
import { string, u32, u64Number, vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { headerFromView } from '../follow/messages/headerFromView.ts';
import { stateChangeFromView } from '../follow/messages/stateChangeFromView.ts';
import type { AccountId } from '../types/accountId.ts';
import { accountId } from '../types/accountId.ts';
import { balance } from '../types/primitives.ts';
import { ShardLayout } from '../types/shardLayout.ts';
import type { StateChangeCause } from '../types/stateChange.ts';
import { type BlockHeaderView, BlockView } from '../types/views/blockView.ts';
import { ChangesView, type StateChangeWithCause } from '../types/views/stateChangeView.ts';
import type { PastChange, PastEpoch, RemoteBlock } from './pastTransaction.ts';
import { RemoteError } from './remoteError.ts';
import { explainRemote, mapInParallel, type RemoteNode } from './remoteNode.ts';

const Config = struct({ chainId: string, protocolVersion: u32, shardLayout: ShardLayout });
const Validators = struct({
  epochHeight: u64Number,
  currentValidators: vec(struct({ accountId, stake: balance })),
});
interface BlockWanted {
  readonly hash: Hash;
  readonly accountIds: readonly AccountId[];
}

/** What a message of the block has besides its header. */
type BlockEvents = Pick<RemoteBlock, 'changes' | 'others'>;

/** Epochs, each asked for once. */
export class BlockGatherer {
  readonly #node: RemoteNode;
  readonly #epochs = new Map<string, Promise<PastEpoch>>();

  constructor(node: RemoteNode) {
    this.#node = node;
  }

  async gather(wanted: BlockWanted): Promise<RemoteBlock> {
    const { header } = await this.block(wanted.hash);
    return this.complete(header, await this.#askEvents(wanted));
  }

  /** A block whose changes are known. */
  async complete(header: BlockHeaderView, events: BlockEvents): Promise<RemoteBlock> {
    const [previous, epoch] = await Promise.all([
      this.block(header.prevHash),
      this.#epochOf(header),
    ]);
    return {
      hash: header.hash,
      prevHash: header.prevHash,
      height: header.height,
      timestamp: header.timestampNanosec,
      randomValue: header.randomValue,
      gasPrice: previous.header.gasPrice,
      epoch,
      ...events,
    };
  }

  /** With a header that has the hash which was asked for. */
  async block(wanted: Hash): Promise<BlockView> {
    const name = `block ${formatHash(wanted)}`;
    try {
      const block = await this.#node.ask('block', { block_id: formatHash(wanted) }, BlockView);
      requireHash(block.header, wanted, this.#node.name);
      return block;
    } catch (error) {
      throw explainRemote(error, this.#node.name, name);
    }
  }

  #epochOf(header: BlockHeaderView): Promise<PastEpoch> {
    const key = bytesKey(header.epochId);
    let known = this.#epochs.get(key);
    if (known === undefined) {
      known = this.#askEpoch(header);
      this.#epochs.set(key, known);
    }
    return known;
  }

  async #askEpoch({ hash: blockHash, height, epochId }: BlockHeaderView): Promise<PastEpoch> {
    const [config, validators] = await Promise.all([
      this.#node
        .ask('EXPERIMENTAL_protocol_config', { block_id: formatHash(blockHash) }, Config)
        .catch((error: unknown) => {
          throw explainRemote(error, this.#node.name, `block ${height}`);
        }),
      this.#node.askOrNull('validators', { epoch_id: formatHash(epochId) }, Validators),
    ]);
    if (validators === null) return { ...config, validators };
    const { epochHeight, currentValidators: stakes } = validators;
    return { ...config, validators: { epochHeight, stakes } };
  }

  async #askEvents({ hash: blockHash, accountIds }: BlockWanted): Promise<BlockEvents> {
    const account_ids = [...new Set(accountIds)];
    const questions = [
      { changes_type: 'account_changes', account_ids },
      { changes_type: 'all_access_key_changes', account_ids },
      { changes_type: 'contract_code_changes', account_ids },
      { changes_type: 'data_changes', account_ids, key_prefix_base64: '' },
    ];
    const block_id = formatHash(blockHash);
    const lists = await mapInParallel(questions, async (question) => {
      const params = { block_id, ...question };
      try {
        return (await this.#node.ask('EXPERIMENTAL_changes', params, ChangesView)).changes;
      } catch (error) {
        throw explainRemote(error, this.#node.name, `the changes of block ${block_id}`);
      }
    });
    return { changes: lists.flat().map((one) => readChange(one).change), others: [] };
  }
}

function requireHash(header: BlockHeaderView, wanted: Hash, who: string): void {
  headerFromView(header);
  if (equalBytes(header.hash, wanted)) return;
  const text = `${who} sends another block for ${formatHash(wanted)}`;
  throw new RemoteError('remote_source', text);
}

interface ReadChange {
  readonly change: PastChange;
  readonly accountId: AccountId;
}

export function readChange({ cause, change }: StateChangeWithCause): ReadChange {
  return {
    change: { cause, ...stateChangeFromView(change) },
    accountId: change.value.accountId,
  };
}

export function receiptOf(cause: StateChangeCause): Hash | null {
  switch (cause.kind) {
    case 'ActionReceiptProcessingStarted':
    case 'ActionReceiptGasReward':
    case 'ReceiptProcessing':
    case 'PostponedReceipt':
      return cause.value.receiptHash;
    default:
      return null;
  }
}
