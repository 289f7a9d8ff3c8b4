// A transaction with its receipts and blocks, asked from an archival node over JSON-RPC. Bound: as
// many receipts as a trace shows; the node's answers bound their sizes.

import { bytesKey } from '../base/bytes/bytes.ts';
import { formatHash, type Hash, sha256 } from '../base/crypto/hash.ts';
import { isJsonObject } from '../codec/codec.ts';
import { vec } from '../codec/primitives.ts';
import { struct } from '../codec/struct.ts';
import { OriginRefusal } from '../fork/askOrigin.ts';
import type { ActionView } from '../types/views/actionView.ts';
import { OutcomeWithIdView } from '../types/views/outcomeView.ts';
import { ReceiptView } from '../types/views/receiptView.ts';
import { ContractCodeView } from '../types/views/stateRowViews.ts';
import { SignedTransactionView } from '../types/views/transactionView.ts';
import { BlockGatherer } from './gatherBlock.ts';
import type { PastTransaction, RemoteBlock } from './pastTransaction.ts';
import { RemoteError } from './remoteError.ts';
import { explainRemote, mapInParallel, type RemoteNode } from './remoteNode.ts';

const Status = struct({
  transaction: SignedTransactionView,
  transactionOutcome: OutcomeWithIdView,
  receiptsOutcome: vec(OutcomeWithIdView),
  receipts: vec(ReceiptView),
});
const ChunkReceipts = struct({ receipts: vec(ReceiptView) });

/** Nodes that follow all shards take any account here. */
const ANY_ACCOUNT = 'near';

export async function gatherFromNode(node: RemoteNode, id: Hash): Promise<PastTransaction> {
  const status = await askStatus(node, id);
  const { transaction, transactionOutcome: outcome, receiptsOutcome: outcomes } = status;
  const receipts = await completeReceipts(node, status);
  const gatherer = new BlockGatherer(node);
  const blocks = await gatherBlocks(gatherer, [outcome, ...outcomes]);
  const parts = { transaction, outcome, outcomes, receipts, blocks };
  const codes = await gatherCodes(node, parts);
  return { ...parts, codes, data: await gatherData(node, gatherer, parts) };
}

export async function askStatus(node: RemoteNode, id: Hash) {
  const params = {
    tx_hash: formatHash(id),
    sender_account_id: ANY_ACCOUNT,
    wait_until: 'NONE',
  };
  try {
    return await node.ask('EXPERIMENTAL_tx_status', params, {
      parse: (json) => {
        const isIncluded = isJsonObject(json) && json.transaction_outcome !== undefined;
        if (!isIncluded) throw createUnknown(node, id);
        return Status.parse(json);
      },
    });
  } catch (error) {
    const cause = error instanceof OriginRefusal ? error.info.cause : null;
    if (cause === 'UNKNOWN_TRANSACTION') throw createUnknown(node, id);
    throw explainRemote(error, node.name, null);
  }
}

function createUnknown(node: RemoteNode, id: Hash): RemoteError {
  const text = `${node.name} does not know a transaction ${formatHash(id)} that was executed`;
  return new RemoteError('remote_unknown', text);
}

/** The status leaves out receipts of accounts to themselves. */
async function completeReceipts(
  node: RemoteNode,
  { transactionOutcome, receiptsOutcome, receipts }: Awaited<ReturnType<typeof askStatus>>,
): Promise<ReceiptView[]> {
  const known = new Set(receipts.map(({ receiptId }) => bytesKey(receiptId)));
  const made = [transactionOutcome, ...receiptsOutcome].flatMap((one) => one.outcome.receiptIds);
  const missing = made.filter((one) => !known.has(bytesKey(one)));
  const found = await mapInParallel(missing, (one) =>
    node.askOrNull('EXPERIMENTAL_receipt', { receipt_id: formatHash(one) }, ReceiptView),
  );
  return [...receipts, ...found.filter((receipt) => receipt !== null)];
}

async function gatherBlocks(
  gatherer: BlockGatherer,
  outcomes: readonly OutcomeWithIdView[],
): Promise<RemoteBlock[]> {
  const groups = new Map<string, OutcomeWithIdView[]>();
  for (const one of outcomes) {
    const key = bytesKey(one.blockHash);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return mapInParallel([...groups.values()], (group) => {
    const [{ blockHash }] = group as [OutcomeWithIdView];
    const accountIds = group.map(({ outcome }) => outcome.executorId);
    return gatherer.gather({ hash: blockHash, accountIds });
  });
}

/** Where codes are looked for that receipts carry. */
type WithReceipts = Pick<PastTransaction, 'receipts' | 'outcomes' | 'blocks' | 'transaction'>;

/**
 * Code that receipts deploy: what their blocks wrote, or else the code of the account after the
 * block, or a global contract. Without it a receipt cannot be executed.
 */
export async function gatherCodes(node: RemoteNode, parts: WithReceipts): Promise<Uint8Array[]> {
  const codes = new Map<string, Uint8Array>();
  const add = (code: Uint8Array) => codes.set(bytesKey(sha256(code)), code);
  for (const { changes } of parts.blocks) {
    for (const { key, value } of changes) if (key[0] === CODE_COLUMN && value !== null) add(value);
  }
  for (const { hash, accountId, blockHash } of listCodes(parts)) {
    if (codes.has(bytesKey(hash))) continue;
    const block = parts.blocks.find((one) => bytesKey(one.hash) === bytesKey(blockHash));
    const byAccount = 'view_global_contract_code_by_account_id';
    const questions = [
      { request_type: 'view_global_contract_code', code_hash: formatHash(hash), finality: 'final' },
      { request_type: 'view_code', account_id: accountId, block_id: formatHash(blockHash) },
      // A global contract arrives at its shards in the blocks after that.
      ...[1, 2, 3].map((blocks) => {
        const block_id = (block?.height ?? 0) + blocks;
        return { request_type: byAccount, account_id: accountId, block_id };
      }),
    ];
    for (const question of questions) {
      const found = await node.askOrNull('query', question, ContractCodeView);
      if (found !== null) add(found.codeBase64);
      if (codes.has(bytesKey(hash))) break;
    }
  }
  return [...codes.values()];
}

const CODE_COLUMN = 0x01;

function listCodes({ receipts, outcomes }: WithReceipts) {
  const executed = new Map(outcomes.map((one) => [bytesKey(one.id), one.blockHash]));
  return receipts.flatMap(({ receiptId, receiverId: accountId, receipt }) => {
    const blockHash = executed.get(bytesKey(receiptId));
    if (blockHash === undefined) return [];
    if (receipt.kind === 'GlobalContractDistribution') return [];
    const actions = receipt.kind === 'Action' ? receipt.value.actions : [];
    return actions.flatMap((action) => {
      const hash = codeOf(action);
      return hash === null ? [] : [{ hash, accountId, blockHash }];
    });
  });
}

/** The hash of the code that an action carries. */
function codeOf(action: ActionView): Uint8Array | null {
  switch (action.kind) {
    case 'DeployContract':
    case 'DeployGlobalContract':
    case 'DeployGlobalContractByAccountId':
      return action.value.code;
    default:
      return null;
  }
}

/** Inputs that no receipt of the transaction makes, from the chunks of the receipt's block. */
async function gatherData(
  node: RemoteNode,
  gatherer: BlockGatherer,
  { receipts, outcomes }: WithReceipts,
): Promise<PastTransaction['data'][number][]> {
  const data: PastTransaction['data'][number][] = [];
  for (const { blockHash, missing } of missingInputs(receipts, outcomes)) {
    const { chunks } = await gatherer.block(blockHash);
    for (const { chunkHash, heightIncluded } of chunks) {
      const block = await gatherer.block(blockHash);
      if (heightIncluded !== block.header.height) continue;
      const params = { chunk_id: formatHash(chunkHash) };
      const chunk = await node.askOrNull('chunk', params, ChunkReceipts);
      data.push(...findData(chunk?.receipts ?? [], missing));
    }
  }
  return data;
}

/** Data among the receipts of a chunk. */
export function findData(
  receipts: readonly ReceiptView[],
  wanted: ReadonlySet<string>,
): PastTransaction['data'][number][] {
  return receipts.flatMap(({ receipt }) => {
    if (receipt.kind !== 'Data' || !wanted.has(bytesKey(receipt.value.dataId))) return [];
    return [{ dataId: receipt.value.dataId, data: receipt.value.data }];
  });
}

interface MissingInputs {
  readonly blockHash: Hash;
  readonly missing: ReadonlySet<string>;
}

/** By the blocks of the receipts that wait for them. */
function missingInputs(
  receipts: readonly ReceiptView[],
  outcomes: readonly OutcomeWithIdView[],
): MissingInputs[] {
  const sent = sentData(receipts);
  const executed = new Map(outcomes.map((one) => [bytesKey(one.id), one.blockHash]));
  return receipts.flatMap(({ receiptId, receipt }) => {
    const blockHash = executed.get(bytesKey(receiptId));
    if (receipt.kind !== 'Action' || blockHash === undefined) return [];
    const missing = receipt.value.inputDataIds.map(bytesKey).filter((one) => !sent.has(one));
    return missing.length === 0 ? [] : [{ blockHash, missing: new Set(missing) }];
  });
}

/** The ids of data that the receipts send. */
function sentData(receipts: readonly ReceiptView[]): Set<string> {
  return new Set(
    receipts.flatMap(({ receipt }) =>
      receipt.kind === 'Action'
        ? receipt.value.outputDataReceivers.map(({ dataId }) => bytesKey(dataId))
        : [],
    ),
  );
}
