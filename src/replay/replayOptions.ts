// The options of a replay.

import type { LogLevel } from '../telemetry/logLevel.ts';

export type ReplayOptions = {
  /** The folder of the recording. */
  readonly directory: string;
  /** A folder with further contracts, as `.wasm` files. */
  readonly code?: string | undefined;
  /** The last height to apply. */
  readonly until?: number | undefined;
  /** Serve requests on this port after the replay. */
  readonly serve?: number | undefined;
  readonly logLevel: LogLevel;
};
