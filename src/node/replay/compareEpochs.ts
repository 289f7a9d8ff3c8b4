// The validators of every epoch that ended, as `validators` answers, against the recorded answers.

import { utf8ToBytes } from '../../base/bytes.ts';
import {
  formatJsonValue,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../base/exactJson.ts';
import { parseHash } from '../../base/hash.ts';
import type { Chain } from '../../chain/chain.ts';
import { RpcService } from '../../rpc/rpcService.ts';
import type { Store } from '../../store/store.ts';
import type { PlacedDifference } from './compareBlock.ts';
import { findDifference } from './difference.ts';
import type { Recording } from './recording.ts';
import { createReplayContext } from './serveReplay.ts';

export async function compareEpochs(
  chain: Chain,
  store: Store,
  recording: Recording,
): Promise<PlacedDifference | null> {
  const service = new RpcService(
    createReplayContext(chain, store, recording, (error) => {
      throw error;
    }),
  );
  const { height } = chain.head.block.header.lite;
  for await (const { epochId, validators } of recording.epochs()) {
    // A shorter replay has not seen the end of every recorded epoch.
    if (chain.epochs.validatorsOf(parseHash(epochId)) === null) continue;
    const found = await askValidators(service, epochId);
    const difference = findDifference(validators, found, `validators of epoch ${epochId}`);
    if (difference !== null) return { ...difference, height, shardId: null };
  }
  return null;
}

async function askValidators(service: RpcService, epochId: string): Promise<JsonValue> {
  const request = { method: 'validators', params: { epoch_id: epochId } };
  const body = utf8ToBytes(formatJsonValue(request));
  const { body: answer } = await service.handle({ kind: 'method', name: 'validators' }, body);
  return (parseJson(Buffer.from(answer).toString()) as JsonObject).result as JsonValue;
}
