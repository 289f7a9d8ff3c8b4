// How preparation stops: the first check that fails decides the error.

import { PerigeeError } from '../../../base/errors.ts';
import type { PrepareErrorName } from '../../vmErrors.ts';

export class ContractRefused extends PerigeeError<{
  readonly code: 'contract_refused';
  readonly error: PrepareErrorName;
}> {}

export function refuse(error: PrepareErrorName): never {
  throw new ContractRefused({ code: 'contract_refused', error }, `contract refused: ${error}`);
}
