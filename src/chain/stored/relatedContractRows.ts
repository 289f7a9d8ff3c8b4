// The rows of the index from accounts to token contracts and staking pools.

import type { Batch, StoreReader } from '../../store/store.ts';
import { parseRelatedContractKey, prefixRange, relatedContractKey } from '../../store/storeKeys.ts';
import type { AccountId } from '../../types/accountId.ts';
import { Column } from '../columns/columns.ts';
import {
  type Executed,
  RELATIONS,
  type RelatedContract,
  relatedContractKeys,
} from '../records/relatedContracts.ts';

/** Tokens move between the same accounts again and again: a row is written once. */
export function writeRelatedContracts(batch: Batch, store: StoreReader, executed: Executed): void {
  for (const key of relatedContractKeys(executed)) {
    if (store.get(Column.relatedContract, key) !== undefined) continue;
    batch.put(Column.relatedContract, key, null);
  }
}

/** By kind and by the bytes of their names. */
export function* readRelatedContracts(
  store: StoreReader,
  accountId: AccountId,
): Generator<RelatedContract> {
  for (const [key] of store.range(
    Column.relatedContract,
    prefixRange(relatedContractKey(accountId)),
  )) {
    const { relation: place, contractId } = parseRelatedContractKey(key);
    const relation = RELATIONS[place];
    if (relation !== undefined) yield { relation, contractId };
  }
}
