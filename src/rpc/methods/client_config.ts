// client_config.

import { ClientConfig } from '../config/clientConfig.ts';
import { defineErrors } from '../core/errors.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { ignored } from '../params/params.ts';

export const clientConfig = defineMethod({
  name: 'client_config',
  summary: "The node's client configuration. The limits are those in effect.",
  params: ignored,
  result: ClientConfig,
  returns:
    'All settings. Durations are `[seconds, nanoseconds]`, an object of `secs` and `nanos`, or, ' +
    'for settings that can change at run time, a string that holds the first form.',
  errors: defineErrors({}),
  holds: untilNextBlock,
  // A control can change the block interval without a block.
  varies: ({ clientConfig: { minBlockProductionDelay, maxBlockProductionDelay } }) =>
    `${minBlockProductionDelay} ${maxBlockProductionDelay}`,
  handle: (context) => context.clientConfig,
});
