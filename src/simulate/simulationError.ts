// Why there is no simulation.

import { PerigeeError } from '../base/errors.ts';
import type { ErrorCode } from '../base/errorTable.ts';

/** What was asked for contradicts the block that it begins with, or is too much. */
export class SimulationError extends PerigeeError<{ readonly code: 'simulation_refused' }> {
  constructor(message: string) {
    super({ code: 'simulation_refused' }, message);
  }
}

/** Whatever the reason was, for a caller in another thread; its code is that of the reason. */
export class ImpossibleSimulation extends PerigeeError<{ readonly code: ErrorCode }> {
  constructor(code: ErrorCode, message: string) {
    super({ code }, message);
  }
}
