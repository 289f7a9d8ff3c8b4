// Brings a chain to what a configuration asks for. What exists is kept, so applying again changes
// nothing; a contract gets its code and its first call in one transaction, so it has both or
// neither.

import { formatHash, HASH_ZERO, sha256 } from '../base/crypto/hash.ts';
import type { Rpc } from '../client/rpc.ts';
import { createKit } from '../kit/createKit.ts';
import { findAccount } from '../kit/findAccount.ts';
import type { PlannedContract, ProjectPlan } from './planProject.ts';

const NO_CODE = formatHash(HASH_ZERO);

/** What was done, by account. */
interface Applied {
  readonly created: readonly string[];
  readonly deployed: readonly string[];
  readonly kept: readonly string[];
  /** Those of `kept` whose code is not that of the module. */
  readonly differing: readonly string[];
}

/** `mining` is the mode that the chain shall have; until then it makes blocks at once. */
export async function applyProject(plan: ProjectPlan, rpc: Rpc, mining: string): Promise<Applied> {
  const isPaced = mining !== 'auto';
  if (isPaced) await rpc('perigee_set_mining', { mode: 'auto' });
  try {
    return await apply(plan, rpc);
  } finally {
    if (isPaced) await rpc('perigee_set_mining', { mode: mining });
  }
}

async function apply({ accounts, contracts }: ProjectPlan, rpc: Rpc): Promise<Applied> {
  const kit = createKit(rpc);
  const applied = { created: [], deployed: [], kept: [], differing: [] } as {
    readonly [K in keyof Applied]: string[];
  };
  for (const { accountId, options } of accounts) {
    const isNew = (await findAccount(rpc, accountId)) === null;
    if (isNew) await kit.createAccount(accountId, options);
    applied[isNew ? 'created' : 'kept'].push(accountId);
  }
  for (const contract of contracts) {
    const { accountId, options, init } = contract;
    const account = await findAccount(rpc, accountId);
    if (account !== null && account.code_hash !== NO_CODE) {
      applied.kept.push(accountId);
      if (account.code_hash !== codeHash(contract)) applied.differing.push(accountId);
      continue;
    }
    const code = contract.readCode();
    if (account === null) await kit.createAccount(accountId, options);
    await kit.deploy(code, { accountId, init });
    applied.deployed.push(accountId);
  }
  return applied;
}

function codeHash({ readCode }: PlannedContract): string {
  return formatHash(sha256(readCode()));
}

/** One line; null if there was nothing to do. */
export function formatApplied(name: string, applied: Applied): string | null {
  const { created, deployed, kept, differing } = applied;
  const parts = [
    ['created', created],
    ['deployed', deployed],
    ['kept', kept],
    ['kept the old code of', differing],
  ] as const;
  const texts = parts.flatMap(([what, ids]) =>
    ids.length === 0 ? [] : `${what} ${ids.join(', ')}`,
  );
  return texts.length === 0 ? null : `${name}: ${texts.join('; ')}`;
}
