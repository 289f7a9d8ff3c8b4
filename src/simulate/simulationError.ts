// Why there is no simulation: what was asked for contradicts the block that it begins with.

import { PerigeeError } from '../base/errors.ts';

export class SimulationError extends PerigeeError<{ readonly code: 'simulation_refused' }> {
  constructor(message: string) {
    super({ code: 'simulation_refused' }, message);
  }
}
