// The transactions that deployed a contract, and the arguments of calls of it, among those that are
// loaded.

import { decodeArguments, openTagged } from '../format/actions.ts';
import { standingOf, type Trail } from './trail.ts';

export interface Deploy {
  readonly trail: Trail;
  /** The length of the code; null for a global contract. */
  readonly bytes: number | null;
}

const DEPLOYS = ['DeployContract', 'UseGlobalContract', 'UseGlobalContractByAccountId'];

/** Newest first, as the trails are. */
export function listDeploys(trails: readonly Trail[], contract: string): Deploy[] {
  return trails.flatMap((trail) => {
    const { receiver_id, actions } = trail.transaction;
    if (receiver_id !== contract || standingOf(trail) === 'failed') return [];
    const found = actions.map(openTagged).find(({ kind }) => DEPLOYS.includes(kind));
    return found === undefined ? [] : [{ trail, bytes: lengthOf(found.fields.code) }];
  });
}

/** Of bytes in base64, unless they are only a hash. */
function lengthOf(base64: unknown): number | null {
  if (typeof base64 !== 'string' || base64.length <= 44) return null;
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return (base64.length / 4) * 3 - padding;
}

/** The arguments of the newest call of a method, if they are JSON. */
export function lastArguments(
  trails: readonly Trail[],
  contract: string,
  method: string,
): string | null {
  for (const { transaction } of trails) {
    if (transaction.receiver_id !== contract) continue;
    for (const action of transaction.actions) {
      if (openTagged(action).fields.method_name !== method) continue;
      const value = decodeArguments(action);
      if (value?.kind === 'JSON') return value.text;
    }
  }
  return null;
}
