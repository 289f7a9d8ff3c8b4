// A recorded chain behind a node's HTTP on loopback, and tracers that know nothing but its address.

import type { Hash } from '../../src/base/crypto/hash.ts';
import type { Chain } from '../../src/chain/chain.ts';
import { KeptAnswers } from '../../src/remote/keptAnswers.ts';
import { RemoteNode } from '../../src/remote/remoteNode.ts';
import { RemoteTracer, type RemoteTracerOptions } from '../../src/remote/remoteTracer.ts';
import { replayRecording } from '../../src/replay/replayRecording.ts';
import { createReplayContext } from '../../src/replay/serveReplay.ts';
import { describeListener } from '../../src/rpc/describeListener.ts';
import { serveRpc } from '../../src/rpc/serveRpc.ts';
import { MemoryStore } from '../../src/store/memory/memoryStore.ts';
import { contractsFolder, KeylessRecording, type RecordingName } from '../support/recordings.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

export interface ServedChain {
  readonly url: string;
  readonly chain: Chain;
  close(): Promise<void>;
}

export async function serveRecording(name: RecordingName): Promise<ServedChain> {
  const recording = new KeylessRecording(name);
  const store = new MemoryStore();
  const { chain } = await replayRecording({ recording, store, code: contractsFolder() });
  const context = createReplayContext(chain, store, recording, () => {});
  const listener = describeListener(recording.config(), { host: '127.0.0.1', port: 0 });
  const server = await serveRpc(context, listener);
  releaseAfterTests(() => server.close());
  return { url: `http://127.0.0.1:${server.port}`, chain, close: () => server.close() };
}

/** The transactions of a chain, in their order. */
export function listTransactions({ stored, head }: Chain): Hash[] {
  const ids: Hash[] = [];
  for (let height = stored.genesis().height; height <= head.block.header.lite.height; height++) {
    const blockHash = stored.hashAt(height);
    const block = blockHash && stored.block(blockHash);
    for (const { inner } of block?.body.chunks ?? []) {
      for (const id of stored.outcomeIds(blockHash as Hash, inner.value.shardId)) {
        if (stored.transaction(id) !== null) ids.push(id);
      }
    }
  }
  return ids;
}

export function createTestTracer(
  url: string,
  options: Partial<RemoteTracerOptions> = {},
): RemoteTracer {
  const tracer = new RemoteTracer({
    node: new RemoteNode(url),
    blocks: null,
    kept: new KeptAnswers(createTemporaryFolder()),
    isOffline: false,
    ...options,
  });
  releaseAfterTests(() => tracer.close());
  return tracer;
}
