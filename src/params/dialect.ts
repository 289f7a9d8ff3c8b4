// The two protocols that share version numbers. From 86 on, a version of the released node and the
// version of the same number in a development snapshot differ, so a chain has a dialect as well.

/** `cd297313f2` is the nearcore commit of 2026-08-22 that the older recordings come from. */
export const DIALECTS = ['release', 'cd297313f2'] as const;

export type Dialect = (typeof DIALECTS)[number];
