// How preparation stops: the first check that fails decides the error.

import { PerigeeError } from '../../base/errors.ts';
import type { PrepareErrorName } from '../vmErrors.ts';

export class ContractRefused extends PerigeeError<{
  readonly code: 'contractRefused';
  readonly error: PrepareErrorName;
}> {}

export function refuse(error: PrepareErrorName): never {
  throw new ContractRefused({ code: 'contractRefused', error }, `contract refused: ${error}`);
}
