// The thread that owns the chain: the only writer of the store. It opens the store, and gives the
// chain real time and the messages of the thread that started it.

import { parentPort } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { PerigeeError } from '../base/errors.ts';
import { parseSecretKey } from '../base/keys.ts';
import { type Authority, createLocalAuthority } from '../chain/authority.ts';
import type { Scheduler } from '../chain/mining.ts';
import { createValidatorSigner } from '../chain/validatorSigner.ts';
import { LmdbStore } from '../store/lmdbStore.ts';
import type { ChainThreadData, FromChain, ToChain } from './chainMessages.ts';
import { ChainService } from './chainService.ts';
import { KeepingOrigin } from './fork/origin.ts';
import { preparedFolder } from './preparedContracts.ts';

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
  const { storePath: path, durable, temporary, origin } = data;
  const store = await LmdbStore.open({ path, durable, temporary, report: warn });
  const service = new ChainService(data, {
    store,
    authority: createAuthority(data),
    scheduler,
    time,
    say,
    warn,
    preparedFolder: preparedFolder(path),
    beneath: origin === undefined ? undefined : new KeepingOrigin(origin, store),
  });
  parentPort?.on('message', (message: ToChain) => {
    if (message.kind !== 'stop') return service.hear(message);
    service.stop();
    void store.close().then(() => parentPort?.close());
  });
  service.start();
}

function createAuthority({ validatorKeys }: ChainThreadData): Authority {
  const signers = validatorKeys.map(({ accountId, secretKey }) =>
    createValidatorSigner(accountId, parseSecretKey(secretKey)),
  );
  return createLocalAuthority(signers);
}

/** Ends the thread when it is told to stop before it has opened anything. */
async function open(first: ToChain): Promise<void> {
  if (first.kind !== 'open') return parentPort?.close();
  try {
    await run(first.data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    say({ kind: 'failed', message, code: error instanceof PerigeeError ? error.code : null });
    parentPort?.close();
  }
}

parentPort?.once('message', (first: ToChain) => void open(first));
