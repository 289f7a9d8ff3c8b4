// Which lines of contracts have been executed, and how often. Where a contract has no debug
// information: which of its functions.

import { described, documented, type TypeOf } from '../../codec/codec.ts';
import { bool, option, string, u32, u64Number, vec } from '../../codec/primitives.ts';
import { omitDefault, omitEmpty, omitNull, struct } from '../../codec/struct.ts';
import { accountId } from '../../types/accountId.ts';
import { hash, height } from '../../types/primitives.ts';

const CoveredLine = struct('PerigeeCoveredLine', { line: u32, count: u64Number });

const CoveredFunction = struct('PerigeeCoveredFunction', {
  name: string,
  line: described(omitNull(option(u32)), 'The first line that has code, if known.'),
  count: described(u64Number, 'How often it was called.'),
});
export type CoveredFunction = TypeOf<typeof CoveredFunction>;

const CoveredFile = struct('PerigeeCoveredFile', {
  path: string,
  lines: described(
    vec(CoveredLine),
    'Every line that has code, by number. A line that was compiled several times (inlined, or as ' +
      'a generic) has the sum of their counts.',
  ),
  functions: vec(CoveredFunction),
});
export type CoveredFile = TypeOf<typeof CoveredFile>;

const CoveredContract = struct('PerigeeCoveredContract', {
  codeHash: hash,
  accountId: described(accountId, 'An account that has the contract.'),
  calls: u64Number,
  files: described(
    omitEmpty(vec(CoveredFile)),
    "The contract's own files, without libraries; absent without debug information.",
  ),
  functions: described(omitEmpty(vec(CoveredFunction)), 'All functions, if there are no `files`.'),
  tooLarge: described(
    omitDefault(bool, false),
    'Whether the contract has too much code to be counted.',
  ),
});
export type CoveredContract = TypeOf<typeof CoveredContract>;

export const CoverageReport = documented(
  struct('PerigeeCoverageResponse', {
    fromHeight: height,
    toHeight: described(height, 'The last block that is part of the report.'),
    nextHeight: described(
      option(height),
      'Where to continue: the report ends earlier than requested if there was no time for more.',
    ),
    contracts: described(vec(CoveredContract), 'Those that a receipt has called.'),
    leftOut: described(
      omitDefault(u64Number, 0),
      'Contracts that are missing because the report would be too long.',
    ),
  }),
  'Counts of several reports can be added up.',
);
export type CoverageReport = TypeOf<typeof CoverageReport>;
