// The version of the program. A test compares it with package.json.

import { COMMIT } from './commit.ts';

export const PERIGEE_VERSION = '0.1.0';

/**
 * What responses say about this program, under the reference's names. There is no Rust compiler, so
 * `rustcVersion` names what takes its place: the runtime that compiles the program.
 */
export const NODE_VERSION = {
  version: PERIGEE_VERSION,
  build: 'perigee',
  commit: COMMIT,
  rustcVersion: `node ${process.versions.node}`,
};
