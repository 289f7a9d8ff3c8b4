// The names of the contracts that `perigee dump-test-contracts` writes, in a file of their own
// because every start of the program reads the table of options.

/** As in the reference, which compiles the standard contract for three ranges of versions. */
export const TEST_CONTRACT_NAMES = [
  'trivial',
  'rs_contract',
  'backwards_compatible_rs_contract',
  'nightly_rs_contract',
] as const;
export type TestContractName = (typeof TEST_CONTRACT_NAMES)[number];
