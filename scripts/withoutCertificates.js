// For tests, which never use TLS: loading extra certificates takes every Node process 0.1 s.

/** Spread into an environment to remove the variable. */
export const WITHOUT_CERTIFICATES = { NODE_EXTRA_CA_CERTS: undefined };
