// Which code belongs to which line of a contract's source, as far as threads that run contracts
// know it.

import type { Protocol } from '../../params/protocol.ts';
import type { SourceRange } from '../../symbols/contractSymbols.ts';
import type { ContractCode } from '../../vm/moduleCache.ts';

interface LocatedContract {
  readonly protocol: Protocol;
  readonly code: ContractCode;
}

/** Null for a contract without debug information. */
export type DescribeLines = (contract: LocatedContract) => readonly SourceRange[] | null;
