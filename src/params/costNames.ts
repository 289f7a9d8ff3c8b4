// The names of costs as gas profiles show them: the parameters' names in capitals, by their
// numbers.

import type { CostNames } from '../types/costNames.ts';
import { ACTION_COSTS } from './tables/actionFees.ts';
import { EXT_COSTS } from './tables/extCosts.ts';

export const COST_NAMES: CostNames = {
  actions: ACTION_COSTS.map((name) => name.toUpperCase()),
  ext: EXT_COSTS.map((name) => name.toUpperCase()),
};
