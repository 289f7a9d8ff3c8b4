// The functions that contracts can import. Some exist only from a protocol version on: each names
// the switch that enables it.

import type { Dialect } from '../../params/dialect.ts';
import { firstVersionWith, type Protocol } from '../../params/protocol.ts';
import { altBn128Functions } from './altBn128.ts';
import { batchActionFunctions } from './batchActions.ts';
import { bls12381Functions } from './bls12381.ts';
import { contextFunctions } from './context.ts';
import { economicsFunctions } from './economics.ts';
import { functionCallFunctions } from './functionCallAction.ts';
import { hashFunctions } from './hashes.ts';
import type { HostFunction } from './hostFunction.ts';
import { keyActionFunctions } from './keyActions.ts';
import { logFunctions } from './logs.ts';
import { miscFunctions } from './misc.ts';
import { promiseResultFunctions } from './promiseResults.ts';
import { promiseFunctions } from './promises.ts';
import { registerFunctions } from './registers.ts';
import { signatureFunctions } from './signatures.ts';
import { storageFunctions } from './storage.ts';
import { universalAccountFunctions } from './universalAccounts.ts';
import { validatorFunctions } from './validators.ts';
import { yieldFunctions } from './yields.ts';

/** By the name in module `env`. */
export type HostTable = ReadonlyMap<string, HostFunction>;

/** The functions of all versions. */
export const allHostFunctions: HostTable = new Map(
  Object.entries({
    ...registerFunctions,
    ...contextFunctions,
    ...economicsFunctions,
    ...validatorFunctions,
    ...storageFunctions,
    ...hashFunctions,
    ...signatureFunctions,
    ...altBn128Functions,
    ...bls12381Functions,
    ...logFunctions,
    ...miscFunctions,
    ...promiseFunctions,
    ...functionCallFunctions,
    ...batchActionFunctions,
    ...keyActionFunctions,
    ...universalAccountFunctions,
    ...yieldFunctions,
    ...promiseResultFunctions,
  }),
);

/** Tables by the names in them: versions with the same functions have the same table. */
const tables = new Map<string, HostTable>();

/** What contracts can import at this protocol. */
export function hostTableAt({ vm }: Pick<Protocol, 'vm'>): HostTable {
  const available = [...allHostFunctions].filter(([, { flag }]) => flag === null || vm[flag]);
  const key = available.map(([name]) => name).join();
  const known = tables.get(key);
  if (known !== undefined) return known;
  const table = new Map(available);
  tables.set(key, table);
  return table;
}

/** The first version in which contracts can import the function; null if there is none. */
export function whichVersionHas(name: string, dialect: Dialect): number | null {
  return firstVersionWith(dialect, (protocol) => hostTableAt(protocol).has(name));
}
