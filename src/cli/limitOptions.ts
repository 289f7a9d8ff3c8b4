// The options that set limits, generated from the table of limits.

import { LIMIT_NAMES, limitDefinition } from '../rpc/config/limits.ts';
import type { OptionDefinition } from './optionDefinition.ts';

/** Without a value, config.json decides, and without one there, the default applies. */
export const LIMIT_OPTIONS: readonly OptionDefinition[] = LIMIT_NAMES.map((name) => {
  const { flag, value, default: usual, description, config } = limitDefinition(name);
  const source = config === undefined ? '' : `; in config.json \`${config.key}\``;
  return {
    name: flag,
    value,
    group: 'Limits',
    description: description + source,
    ...(usual !== null && { usualValue: `${usual}` }),
  };
});
