// The version of the program. A test holds it equal to the one in package.json.

export const PERIGEE_VERSION = '0.1.0';

/** What answers say about this program, in the reference's words for its own build. */
export const NODE_VERSION = {
  version: PERIGEE_VERSION,
  build: 'perigee',
  commit: '',
  rustcVersion: '',
};
