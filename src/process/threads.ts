// Settings that all threads of a node share.

/** Contracts may recurse deeply; the metered limit needs more than the default stack. */
export const CONTRACT_STACK_MB = 16;
