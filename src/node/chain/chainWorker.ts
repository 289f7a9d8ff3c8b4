// The thread that owns the chain: the only writer of the store. It opens the store and connects the
// chain to real time and to the messages of the parent thread.

import { parentPort } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import type { Caches } from '../../base/collections/caches.ts';
import { parseSecretKey } from '../../base/crypto/keys.ts';
import { packFailure, reportFault } from '../../base/threadFailure.ts';
import { UnusableHead } from '../../chain/openChain.ts';
import type { Scheduler } from '../../chain/production/mining.ts';
import { type Authority, createLocalAuthority } from '../../chain/signing/authority.ts';
import { createValidatorSigner } from '../../chain/signing/validatorSigner.ts';
import { preparedFolder } from '../../execution/preparedContracts.ts';
import { KeepingOrigin } from '../../fork/origin.ts';
import { createThreadCaches } from '../../process/threadCaches.ts';
import { openStore } from '../../store/openStore.ts';
import type { ChainThreadData, FromChain, ToChain } from './chainMessages.ts';
import { ChainService } from './chainService.ts';
import { UnopenedChain } from './unopenedChain.ts';

const scheduler: Scheduler = {
  soon: (task) => void setImmediate(task),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

const time = { now: () => Date.now(), elapsed: () => performance.now() };

function say(message: FromChain): void {
  assert(parentPort !== null, 'the chain runs in a thread of its own');
  parentPort.postMessage(message);
}

function warn(message: string): void {
  process.stderr.write(`perigee: ${message}\n`);
}

async function run(data: ChainThreadData): Promise<void> {
  const { storePath: path, durable, temporary, origin, cachePlan } = data;
  const store = await openStore({ path, durable, temporary, report: warn });
  const fork = origin === undefined ? [] : (['fork'] as const);
  const caches = createThreadCaches(['chain', ...fork], cachePlan);
  const parts = {
    store,
    authority: createAuthority(data, caches),
    caches,
    scheduler,
    time,
    say,
    warn,
    preparedFolder: preparedFolder(path),
    origin: origin && new KeepingOrigin(origin, store, caches),
  };
  let running = openService(data, parts, () => {
    running = new ChainService(data, parts);
    running.start();
    say({ kind: 'halted', halt: null });
  });
  // An uncaught error leaves the store consistent: a block is one commit.
  process.on('uncaughtException', (error) => {
    if (!(running instanceof ChainService)) throw error;
    running.halt(error);
  });
  parentPort?.on('message', (message: ToChain) => {
    if (message.kind !== 'stop') return running.hear(message);
    running.stop();
    // A full disk must not keep the node from stopping; what was committed is in the file.
    store
      .close()
      .catch((error: unknown) => reportFault('the store could not be flushed', error))
      .finally(() => parentPort?.close());
  });
  running.start();
}

/** A chain whose newest blocks are unusable is opened once they have been reverted. */
function openService(
  data: ChainThreadData,
  parts: ConstructorParameters<typeof ChainService>[1],
  reopen: () => void,
): ChainService | UnopenedChain {
  try {
    return new ChainService(data, parts);
  } catch (error) {
    if (!(error instanceof UnusableHead)) throw error;
    return new UnopenedChain(error, { ...parts, mining: data.mining, reopen });
  }
}

function createAuthority({ validatorKeys }: ChainThreadData, caches: Caches): Authority {
  const signers = validatorKeys.map(({ accountId, secretKey }) =>
    createValidatorSigner(accountId, parseSecretKey(secretKey), caches),
  );
  return createLocalAuthority(signers);
}

/** Ends the thread if it is stopped before it has opened anything. */
async function open(first: ToChain): Promise<void> {
  if (first.kind !== 'open') return parentPort?.close();
  try {
    await run(first.data);
  } catch (error) {
    say({ kind: 'failed', failure: packFailure(error) });
    parentPort?.close();
  }
}

parentPort?.once('message', (first: ToChain) => void open(first));
