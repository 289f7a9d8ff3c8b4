// An execution outcome rebuilt from its view. Nothing commits to the metadata: a profile with costs
// that have no number here (those of very old nodes) is left out, as if the outcome had version 1.

import type { CostNames } from '../../types/costNames.ts';
import type { ExecutionMetadata, GasProfile, OutcomeWithId } from '../../types/outcome.ts';
import type { ExecutionMetadataView, OutcomeWithIdView } from '../../types/views/outcomeView.ts';

export function outcomeFromView(
  { id, outcome }: Pick<OutcomeWithIdView, 'id' | 'outcome'>,
  names: CostNames,
): OutcomeWithId {
  return { id, outcome: { ...outcome, metadata: metadataFromView(outcome.metadata, names) } };
}

function metadataFromView(
  { version, gasProfile, contracts }: ExecutionMetadataView,
  names: CostNames,
): ExecutionMetadata {
  const profile = version === 1 || gasProfile === null ? null : profileFromView(gasProfile, names);
  if (profile === null) return { kind: 'V1' };
  if (version === 4) {
    const shown = contracts ?? [];
    const value = { profile, contracts: shown.map((contract) => contract ?? NO_CONTRACT) };
    return { kind: 'V4', value };
  }
  return { kind: version === 2 ? 'V2' : 'V3', value: profile };
}

const NO_CONTRACT = { kind: 'None' } as const;
const WASM_INSTRUCTION = 'WASM_INSTRUCTION';

interface CostPlaces {
  readonly actions: ReadonlyMap<string, number>;
  readonly ext: ReadonlyMap<string, number>;
}

const knownPlaces = new WeakMap<CostNames, CostPlaces>();

function placesOf(names: CostNames): CostPlaces {
  const known = knownPlaces.get(names);
  if (known !== undefined) return known;
  const index = (list: readonly string[]) => new Map(list.map((name, i) => [name, i]));
  const places = { actions: index(names.actions), ext: index(names.ext) };
  knownPlaces.set(names, places);
  return places;
}

function profileFromView(
  costs: NonNullable<ExecutionMetadataView['gasProfile']>,
  names: CostNames,
): GasProfile | null {
  const places = placesOf(names);
  const actions = Array<bigint>(names.actions.length).fill(0n);
  const ext = Array<bigint>(names.ext.length).fill(0n);
  let wasm = 0n;
  for (const { costCategory, cost, gasUsed } of costs) {
    const isAction = costCategory === 'ACTION_COST';
    const index = (isAction ? places.actions : places.ext).get(cost);
    if (!isAction && cost === WASM_INSTRUCTION) wasm = gasUsed;
    else if (index === undefined) return null;
    else (isAction ? actions : ext)[index] = gasUsed;
  }
  return { actions, ext, wasm };
}
