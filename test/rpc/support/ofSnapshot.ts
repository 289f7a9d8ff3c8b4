// The epochs of a chain, as if the chain were one of the snapshot.

import type { EpochReader } from '../../../src/chain/stored/epochReader.ts';
import { SNAPSHOT_RULES } from '../../../src/params/protocolRules.ts';

export function ofSnapshot(epochs: EpochReader): EpochReader {
  return new Proxy(epochs, {
    get: (target, name) => {
      if (name === 'rules') return SNAPSHOT_RULES;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
