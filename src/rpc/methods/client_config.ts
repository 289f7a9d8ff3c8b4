// client_config.

import { type JsonWriter, named } from '../../codec/codec.ts';
import { viewGasLimit } from '../../runtime/contracts/viewCall.ts';
import { ClientConfig } from '../config/clientConfig.ts';
import { toDescribedConfig } from '../config/describedConfig.ts';
import { defineMethod, untilNextBlock } from '../core/method.ts';
import { defineErrors } from '../messages/errors.ts';
import { ignored } from '../params/params.ts';

/** The limit that view calls have after the head is read only where it is shown. */
type ShownConfig = ClientConfig & { viewGasLimit(): bigint };

const described: JsonWriter<ShownConfig> = {
  json: (config) => ClientConfig.json(toDescribedConfig(config, config.viewGasLimit())),
  schema: ClientConfig.schema,
};

export const clientConfig = defineMethod<null, ShownConfig>({
  name: 'client_config',
  summary: "The configuration of the node's client. The limits are those in effect.",
  params: named('RpcClientConfigRequest', ignored),
  result: ClientConfig,
  ownPath: { result: described },
  returns:
    'All settings. Durations are `[seconds, nanoseconds]`, an object of `secs` and `nanos`, or, ' +
    'for settings that can change at run time, a string that holds the first form.',
  errors: defineErrors('RpcClientConfigError', {}),
  holds: untilNextBlock,
  // A control can change the block interval without a block.
  varies: ({ clientConfig: { minBlockProductionDelay, maxBlockProductionDelay } }) =>
    `${minBlockProductionDelay} ${maxBlockProductionDelay}`,
  handle: ({ chain, clientConfig: config, epochs }) => ({
    ...config,
    viewGasLimit: () => {
      const { epochId } = epochs.blockInfo(chain.head().hash);
      return viewGasLimit(epochs.epoch(epochId).protocol, config.maxGasBurntView);
    },
  }),
});
