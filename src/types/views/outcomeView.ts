// Execution outcomes as RPC answers show them, with their place in the chunk's merkle tree.

import type { Hash } from '../../base/crypto/hash.ts';
import type { MerklePathItem } from '../../base/merkle/merkle.ts';
import type { Codec, TypeOf } from '../../codec/codec.ts';
import { option, string, u32, u64Text, vec } from '../../codec/primitives.ts';
import { defaulted, omitNull, struct } from '../../codec/struct.ts';
import { union, words } from '../../codec/union.ts';
import type { AccountContract } from '../account.ts';
import { accountId } from '../accountId.ts';
import type { CostNames } from '../costNames.ts';
import { type ExecutionMetadata, ExecutionStatus, type OutcomeWithId } from '../outcome.ts';
import { balance, gas, hash } from '../primitives.ts';

export const MerklePathItemView: Codec<MerklePathItem> = struct({
  hash,
  direction: words('Direction', ['Left', 'Right']),
});

export const MerklePathView = vec(MerklePathItemView);

const CostGasUsed = struct({ costCategory: string, cost: string, gasUsed: u64Text });
type CostGasUsed = TypeOf<typeof CostGasUsed>;

const ContractView = union(
  'AccountContract',
  { Local: hash, Global: hash, GlobalByAccount: accountId },
  { names: { Local: 'local', Global: 'global_hash', GlobalByAccount: 'global_account_id' } },
);

const contracts = option(vec(option(ContractView)));
const metadata = { version: u32, gasProfile: defaulted(option(vec(CostGasUsed)), null) };

/** Version 1 prints `gas_profile` as null and has no `contracts`. */
export const ExecutionMetadataView = struct('ExecutionMetadataView', {
  ...metadata,
  contracts: omitNull(contracts),
});
export type ExecutionMetadataView = TypeOf<typeof ExecutionMetadataView>;

function outcomeView(metadataView: Codec<ExecutionMetadataView>) {
  return struct('ExecutionOutcomeView', {
    logs: vec(string),
    receiptIds: vec(hash),
    gasBurnt: gas,
    tokensBurnt: balance,
    executorId: accountId,
    status: ExecutionStatus,
    metadata: defaulted(metadataView, { version: 1, gasProfile: null, contracts: null }),
  });
}

export const ExecutionOutcomeView = outcomeView(ExecutionMetadataView);
export type ExecutionOutcomeView = TypeOf<typeof ExecutionOutcomeView>;

function outcomeWithIdView(outcome: Codec<ExecutionOutcomeView>) {
  return struct('ExecutionOutcomeWithIdView', {
    proof: MerklePathView,
    blockHash: hash,
    id: hash,
    outcome,
  });
}

export const OutcomeWithIdView = outcomeWithIdView(ExecutionOutcomeView);
/** As the interface description has it: older metadata has `contracts`, which is null. */
export const DescribedOutcomeView = outcomeWithIdView(
  outcomeView({
    ...struct({ ...metadata, contracts }),
    schema: ExecutionMetadataView.schema,
  }),
);
export type OutcomeWithIdView = TypeOf<typeof OutcomeWithIdView>;

interface PlacedOutcome extends OutcomeWithId {
  readonly blockHash: Hash;
  readonly proof: readonly MerklePathItem[];
}

export function outcomeToView(placed: PlacedOutcome, names: CostNames): OutcomeWithIdView {
  const { id, blockHash, proof, outcome } = placed;
  const metadata = metadataToView(outcome.metadata, names);
  return { proof, blockHash, id, outcome: { ...outcome, metadata } };
}

function metadataToView(metadata: ExecutionMetadata, names: CostNames): ExecutionMetadataView {
  if (metadata.kind === 'V1') return { version: 1, gasProfile: null, contracts: null };
  const isV4 = metadata.kind === 'V4';
  const profile = isV4 ? metadata.value.profile : metadata.value;
  const gasProfile = [
    ...namedCosts('ACTION_COST', names.actions, profile.actions),
    ...namedCosts('WASM_HOST_COST', names.ext, profile.ext),
    ...namedCosts('WASM_HOST_COST', ['WASM_INSTRUCTION'], [profile.wasm]),
  ].sort(byCategoryAndCost);
  const contracts = isV4 ? metadata.value.contracts.map(contractToView) : null;
  return { version: Number(metadata.kind.slice(1)), gasProfile, contracts };
}

function namedCosts(
  costCategory: string,
  names: readonly string[],
  used: readonly bigint[],
): CostGasUsed[] {
  return used
    .map((gasUsed, i) => ({ costCategory, cost: names[i] as string, gasUsed }))
    .filter(({ gasUsed }) => gasUsed > 0n);
}

function byCategoryAndCost(a: CostGasUsed, b: CostGasUsed): number {
  if (a.costCategory !== b.costCategory) return a.costCategory < b.costCategory ? -1 : 1;
  return a.cost < b.cost ? -1 : 1;
}

function contractToView(contract: AccountContract) {
  return contract.kind === 'None' ? null : contract;
}
