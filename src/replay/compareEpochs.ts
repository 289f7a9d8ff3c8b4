// The validators of every epoch that ended, as `validators` answers, against the recorded answers.

import { parseHash } from '../base/crypto/hash.ts';
import { parseJson } from '../base/json/plainJson.ts';
import type { Chain } from '../chain/chain.ts';
import { findDifference } from '../compare/firstDifference.ts';
import { formatValidators } from '../rpc/methods/validators.ts';
import type { PlacedDifference } from './compareBlock.ts';
import type { Recording } from './recording.ts';

export async function compareEpochs(
  chain: Chain,
  recording: Recording,
): Promise<PlacedDifference | null> {
  const { height } = chain.head.block.header.lite;
  for await (const { epochId, validators } of recording.epochs()) {
    const info = chain.epochs.validatorsOf(parseHash(epochId));
    // A shorter replay has not seen the end of every recorded epoch.
    if (info === null) continue;
    const found = parseJson(formatValidators(info));
    const difference = findDifference(validators, found, `validators of epoch ${epochId}`);
    if (difference !== null) return { ...difference, height, shardId: null };
  }
  return null;
}
