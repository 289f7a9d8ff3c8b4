// Which block a request means: by height or hash, by finality, or by a checkpoint. Follows
// `BlockReference` and its resolution in chain/client/src/view_client_actor.rs of the reference.

import { formatHash, type Hash } from '../../base/crypto/hash.ts';
import type { ChainReader } from '../../chain/stored/chainReader.ts';
import type { TypeOf } from '../../codec/codec.ts';
import { u64 } from '../../codec/primitives.ts';
import { untagged } from '../../codec/tagged.ts';
import { union, words } from '../../codec/union.ts';
import type { Block } from '../../types/block.ts';
import { hash } from '../../types/primitives.ts';
import type { RpcError } from '../messages/errors.ts';

/** A height may be any u64; one above 2^53 is never found. */
export const BlockId = untagged('BlockId', { Height: u64, Hash: hash });
export type BlockId = TypeOf<typeof BlockId>;

const FINALITIES = ['optimistic', 'near-final', 'final'] as const;
const CHECKPOINTS = ['genesis', 'earliest_available'] as const;

export const Finality = words('Finality', FINALITIES);

export const BlockReference = union(
  'BlockReference',
  {
    block_id: BlockId,
    finality: Finality,
    sync_checkpoint: words('SyncCheckpoint', CHECKPOINTS),
  },
  { isOpen: true },
);
export type BlockReference = TypeOf<typeof BlockReference>;

/** Whether it means the newest final block. */
export function isFinalReference(reference: BlockReference | undefined): boolean {
  return reference?.kind === 'finality' && reference.value === 'final';
}

export interface FoundBlock {
  readonly hash: Hash;
  readonly block: Block;
}

/** What was looked up, for the message of an unknown block. */
type Sought = 'BLOCK' | 'BLOCK HEADER';

/** The block, or what could not be found. */
export function findBlock(
  chain: ChainReader,
  reference: BlockReference,
  sought: Sought,
): FoundBlock | string {
  const blockHash = referredHash(chain, reference);
  if (typeof blockHash === 'string') return blockHash;
  const block = chain.block(blockHash);
  return block === null ? `${sought}: ${formatHash(blockHash)}` : { hash: blockHash, block };
}

/** The block, or the method's error for what could not be found. */
export function requireBlock(
  chain: ChainReader,
  reference: BlockReference,
  sought: Sought,
  unknown: (missing: { what: string }) => RpcError,
): FoundBlock {
  const found = findBlock(chain, reference, sought);
  if (typeof found === 'string') throw unknown({ what: found });
  return found;
}

/** The head if no block is named. */
export function blockIdReference(id: BlockId | null): BlockReference {
  return id === null ? { kind: 'finality', value: 'optimistic' } : { kind: 'block_id', value: id };
}

function referredHash(chain: ChainReader, reference: BlockReference): Hash | string {
  switch (reference.kind) {
    case 'block_id':
      return reference.value.kind === 'Hash'
        ? reference.value.value
        : (hashAtHeight(chain, reference.value.value) ?? `BLOCK HEIGHT: ${reference.value.value}`);
    case 'finality':
      return hashByFinality(chain, reference.value);
    default:
      return reference.value === 'genesis' ? chain.genesis().hash : chain.tail().hash;
  }
}

function hashAtHeight(chain: ChainReader, height: bigint): Hash | null {
  return height > BigInt(Number.MAX_SAFE_INTEGER) ? null : chain.hashAt(Number(height));
}

function hashByFinality(chain: ChainReader, finality: (typeof FINALITIES)[number]): Hash {
  if (finality === 'final') return chain.finalHead().hash;
  const head = chain.head().hash;
  if (finality === 'optimistic') return head;
  return chain.block(head)?.header.rest.lastDsFinalBlock ?? head;
}

const FINALITY_NAMES = { optimistic: 'None', 'near-final': 'DoomSlug', final: 'Final' };
const CHECKPOINT_NAMES = { genesis: 'Genesis', earliest_available: 'EarliestAvailable' };

/** The reference in Rust's Debug format, which some messages contain. */
export function formatBlockReferenceDebug(reference: BlockReference): string {
  switch (reference.kind) {
    case 'finality':
      return `Finality(${FINALITY_NAMES[reference.value]})`;
    case 'sync_checkpoint':
      return `SyncCheckpoint(${CHECKPOINT_NAMES[reference.value]})`;
    default: {
      const { kind, value } = reference.value;
      return `BlockId(${kind}(${kind === 'Hash' ? formatHash(value) : value}))`;
    }
  }
}
