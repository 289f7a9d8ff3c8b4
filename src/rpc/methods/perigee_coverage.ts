// perigee_coverage. Reading is for everyone; it is bounded as traces are.

import { assert } from '../../base/assert.ts';
import { described, preformatted } from '../../codec/codec.ts';
import { option } from '../../codec/primitives.ts';
import { CoverageReport } from '../../trace/coverage/coverageReport.ts';
import { height } from '../../types/primitives.ts';
import { defineMethod } from '../core/method.ts';
import { explainReexecution, reexecutionErrors } from '../core/reexecutionErrors.ts';
import { defineErrors } from '../messages/errors.ts';
import { exact } from '../params/params.ts';

const errors = defineErrors('PerigeeCoverageError', reexecutionErrors);

export const coverage = defineMethod({
  name: 'perigee_coverage',
  summary:
    'Which lines of contracts the receipts of some blocks have executed, and how often. The ' +
    'receipts are executed again with a counter at every charge of gas, and a result is returned ' +
    'only if all outcomes are those of the chain.',
  params: exact('PerigeeCoverageRequest', {
    fromHeight: described(option(height), 'By default the oldest block that is possible.'),
    toHeight: described(option(height), 'By default the newest block.'),
  }),
  result: preformatted(CoverageReport),
  returns:
    'The `contracts` that were called, with the lines of their own source files where debug ' +
    'information is available, and otherwise with their functions. A response covers as many ' +
    'blocks as take about a second: continue at `next_height`, and add the counts up.',
  errors,
  isServed: (context) => context.coverBlocks !== undefined,
  handle: async (context, range) => {
    try {
      const text = await context.coverBlocks?.(range);
      assert(typeof text === 'string', 'there is always a report');
      return text;
    } catch (error) {
      throw explainReexecution(context, errors, error);
    }
  },
});
