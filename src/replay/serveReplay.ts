// RPC over a replayed chain, which stays at its last block: it is healthy at any age, requests that
// would wait get a response at once, and transactions are refused.

import { Caches } from '../base/collections/caches.ts';
import { keyFromSeed, secretToPublic } from '../base/crypto/keys.ts';
import { NODE_VERSION } from '../base/version.ts';
import type { Chain } from '../chain/chain.ts';
import { refuseTransaction } from '../chain/mempool/admission.ts';
import { type Admission, dropTransaction } from '../chain/production/producer.ts';
import { createTrieStates } from '../chain/stored/trieStates.ts';
import { checkSigned } from '../execution/signatures/checkSigned.ts';
import { SignatureChecks } from '../execution/signatures/signatureChecks.ts';
import { describeReexecution } from '../execution/traces/describeReexecution.ts';
import { TransactionTracer } from '../execution/traces/transactionTracer.ts';
import { ViewCaller } from '../execution/views/viewCaller.ts';
import { createClientConfig } from '../rpc/config/configFile.ts';
import { resolveLimits } from '../rpc/config/limits.ts';
import type { RpcContext } from '../rpc/core/context.ts';
import type { Store } from '../store/store.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import type { HashedTransaction } from '../types/transaction.ts';
import type { Recording } from './recording.ts';

const REFUSAL = 'this chain is a recording: it does not grow and takes no transactions';

export function createReplayContext(
  chain: Chain,
  store: Store,
  recording: Recording,
  reportFailure: RpcContext['reportFailure'],
): RpcContext {
  const config = recording.config();
  const viewer = new ViewCaller(store, chain.genesis);
  const tracer = new TransactionTracer(store, { genesis: chain.genesis }, new Caches());
  const signatures = new SignatureChecks();
  const check = (signed: HashedTransaction, source: string): Promise<Admission> =>
    checkSigned(signed, {
      signatures,
      origin: { source, hasUsableSigner: () => true },
      check: () => {
        const error = refuseTransaction(chain, signed);
        return error === null ? { kind: 'admitted' } : { kind: 'invalid', error };
      },
    });
  const submit = async (signed: HashedTransaction, source: string): Promise<Admission> => {
    const admission = await check(signed, source);
    return admission.kind === 'admitted' ? dropTransaction('unavailable', REFUSAL) : admission;
  };
  return {
    chain: chain.stored,
    epochs: chain.epochs,
    states: createTrieStates(chain.stored, chain.trie),
    genesis: chain.genesis,
    clientConfig: createClientConfig(config, chain.genesis, NODE_VERSION),
    node: {
      nodePublicKey: secretToPublic(keyFromSeed('ed25519', 'replay')),
      validator: recording.signers.length === 1 ? (recording.signers[0] ?? null) : null,
      peersMax: config.network.maxNumPeers,
      uptimeSeconds: () => 0,
      isSyncing: () => false,
      expectsBlocks: () => false,
    },
    port: { submit, check },
    callFunction: async (call) => viewer.call(call),
    ...describeReexecution(async (task) => tracer.perform(task)),
    onBlock: () => () => {},
    now: () => chain.head.block.header.lite.timestamp,
    // No block will come, so nothing waits for one.
    timer: (callback) => {
      const turn = setImmediate(callback);
      return () => clearImmediate(turn);
    },
    limits: resolveLimits(config),
    metrics: createMetrics(),
    reportFailure,
  };
}
