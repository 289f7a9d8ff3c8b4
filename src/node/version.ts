// The version of the program. A test holds it equal to the one in package.json.

export const PERIGEE_VERSION = '0.1.0';
