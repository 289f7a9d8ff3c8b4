// When a transaction reached each of its milestones, according to the blocks around it.

import { askMany } from './node.ts';
import { isRefund, type TransactionTree } from './receiptTree.ts';
import type { Block, BlockHeader, Milestone } from './wire.ts';

/** A block is usually final two blocks later; some heights may have none. */
const FINAL_WITHIN = 10;

export interface MilestonePoint {
  readonly name: Milestone;
  readonly words: string;
  /** The block that reached it; null if none did yet. */
  readonly block: BlockHeader | null;
}

export async function loadTimeline(tree: TransactionTree): Promise<MilestonePoint[]> {
  const included = tree.root.block;
  const executed = newest(tree.nodes.filter((node) => !isRefund(node)).map(({ block }) => block));
  const last = newest(tree.nodes.map(({ block }) => block));
  const known = await readBlocksAfter([included, executed, last]);
  const isComplete = tree.nodes.every(({ awaited }) => awaited.length === 0);
  const includedFinal = findFinalizer(included, known);
  const point = (name: Milestone, words: string, block: BlockHeader | null) => {
    return { name, words, block };
  };
  const isExecuted =
    tree.status.final_execution_status !== 'INCLUDED' &&
    tree.status.final_execution_status !== 'INCLUDED_FINAL';
  const executedBlock = isExecuted ? executed : null;
  return [
    point('INCLUDED', 'In a block', included),
    point('EXECUTED_OPTIMISTIC', 'Executed', executedBlock),
    point('INCLUDED_FINAL', 'Its block final', includedFinal),
    point('EXECUTED', 'Executed, block final', both(executedBlock, includedFinal)),
    point('FINAL', 'All final', isComplete ? findFinalizer(last, known) : null),
  ];
}

function newest(blocks: readonly BlockHeader[]): BlockHeader {
  return blocks.reduce((latest, block) => (block.height > latest.height ? block : latest));
}

function both(a: BlockHeader | null, b: BlockHeader | null): BlockHeader | null {
  return a === null || b === null ? null : newest([a, b]);
}

async function readBlocksAfter(starts: readonly BlockHeader[]): Promise<BlockHeader[]> {
  const heights = new Set(
    starts.flatMap(({ height }) =>
      Array.from({ length: FINAL_WITHIN + 1 }, (_, offset) => height + offset),
    ),
  );
  const questions = [...heights].map((id) => ({ method: 'block', params: { block_id: id } }));
  const blocks = await askMany<Block>(questions);
  return blocks
    .flatMap((block) => (block === null ? [] : [block.header]))
    .sort((a, b) => a.height - b.height);
}

/** The first block that names a block, or a later one, as final. */
function findFinalizer(block: BlockHeader, known: readonly BlockHeader[]): BlockHeader | null {
  const heights = new Map(known.map(({ hash, height }) => [hash, height]));
  const isFinalIn = ({ last_final_block }: BlockHeader) =>
    (heights.get(last_final_block) ?? -1) >= block.height;
  return known.find((later) => later.height > block.height && isFinalIn(later)) ?? null;
}
