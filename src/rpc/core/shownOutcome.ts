// Outcomes as results show them. One that comes from its row becomes text without being decoded.

import type { Hash } from '../../base/crypto/hash.ts';
import type { StoredOutcome } from '../../chain/stored/chainReader.ts';
import { OutcomeRow } from '../../chain/stored/outcomeRow.ts';
import { type Codec, writeOnly } from '../../codec/codec.ts';
import { COST_NAMES } from '../../params/costNames.ts';
import {
  DescribedOutcomeView,
  OutcomeWithIdView,
  outcomeToView,
} from '../../types/views/outcomeView.ts';

/** An outcome in the block that executed it, or in the one that commits it. */
export interface OutcomeInBlock {
  readonly stored: StoredOutcome;
  readonly blockHash: Hash;
}

export const shownOutcome: Codec<OutcomeInBlock> = writeOnly({
  json: (placed) => {
    const { stored, blockHash } = placed;
    if (stored instanceof OutcomeRow) return stored.show(COST_NAMES, blockHash);
    return OutcomeWithIdView.json(viewOf(placed));
  },
  schema: OutcomeWithIdView.schema,
});

/** As the interface description has it. */
export const describedOutcome: Codec<OutcomeInBlock> = writeOnly({
  json: (placed) => DescribedOutcomeView.json(viewOf(placed)),
  schema: DescribedOutcomeView.schema,
});

export function whereExecuted(stored: StoredOutcome): OutcomeInBlock {
  return { stored, blockHash: stored.blockHash };
}

function viewOf({ stored, blockHash }: OutcomeInBlock) {
  const { id, proof, outcome } = stored;
  return outcomeToView({ id, proof, outcome, blockHash }, COST_NAMES);
}
