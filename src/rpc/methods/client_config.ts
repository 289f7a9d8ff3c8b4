// client_config.

import { ClientConfig } from '../config/clientConfig.ts';
import { defineErrors } from '../core/errors.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { ignored } from '../params/params.ts';

export const clientConfig = defineMethod({
  name: 'client_config',
  summary: "The configuration of the node's client. Every limit shown is the one enforced.",
  params: ignored,
  result: ClientConfig,
  returns:
    'All settings. Durations are `[seconds, nanoseconds]`, an object of `secs` and `nanos`, or, ' +
    'for settings that can change at run time, a string that holds the first form.',
  errors: defineErrors({}),
  holds: untilNextBlock,
  // A chain that is controlled changes its pace without a block.
  varies: ({ clientConfig: { minBlockProductionDelay, maxBlockProductionDelay } }) =>
    `${minBlockProductionDelay} ${maxBlockProductionDelay}`,
  handle: (context) => context.clientConfig,
});
