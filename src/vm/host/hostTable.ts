// Every import that a contract may have at protocol 87.

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
import { validatorFunctions } from './validators.ts';
import { yieldFunctions } from './yields.ts';

/** By the name in module `env`. */
export const hostTable: ReadonlyMap<string, HostFunction> = new Map(
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
    ...yieldFunctions,
    ...promiseResultFunctions,
  }),
);
