// For tests, which ask no host that shows certificates: reading extra ones takes every process of
// Node 0.1 s.

/** Spread over an environment it takes them out. */
export const WITHOUT_CERTIFICATES = { NODE_EXTRA_CA_CERTS: undefined };
