// What the threads of a node have in common.

/** Contracts may recurse deeply; the metering's bound needs more than the usual stack. */
export const CONTRACT_STACK_MB = 16;
