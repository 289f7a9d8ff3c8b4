// Nodes for tests, each with its own home folder that is removed when the test file is done: in
// this process, or in a separate one that can be killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyFromSeed, secretToPublic } from '../../src/base/crypto/keys.ts';
import type { StartOptions } from '../../src/node/options.ts';
import { startNode } from '../../src/node/startNode.ts';
import {
  createLocalGenesis,
  fundedAccountIds,
  ROOT_ACCOUNT,
} from '../../src/params/genesisDefaults.ts';
import { LIMITS, type LimitName } from '../../src/rpc/config/limits.ts';
import { Genesis, type GenesisConfig } from '../../src/types/genesis.ts';
import { releaseAfterTests } from './releases.ts';
import { RpcClient } from './rpcClient.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';

export const ROOT = ROOT_ACCOUNT;
export const [ALICE, BOB, CAROL] = fundedAccountIds(3) as [string, string, string];

/** Generous timeouts for slow machines; no client is slow on purpose. */
const PATIENCE_MS = 600_000;
const PATIENT_LIMITS = [
  'pollingTimeoutMs',
  'viewTimeoutMs',
  'viewWaitTimeoutMs',
  'headersTimeoutMs',
  'requestTimeoutMs',
] as const satisfies readonly LimitName[];

/** Settings that differ from the usual ones; keys are those of the file. */
export function writeConfig(home: string, config: object): void {
  writeFileSync(join(home, 'config.json'), JSON.stringify(config));
}

/** The genesis of a local chain with some of its parameters replaced. */
export function writeGenesis(home: string, config: Partial<GenesisConfig>, shards = 1): void {
  mkdirSync(home, { recursive: true });
  const genesis = createLocalGenesis({
    genesisTime: '2026-01-01T00:00:00.000000000Z',
    rootKey: secretToPublic(keyFromSeed('ed25519', ROOT_ACCOUNT)),
    accounts: fundedAccountIds(10).map((accountId) => ({
      accountId,
      publicKey: secretToPublic(keyFromSeed('ed25519', accountId)),
    })),
    shards,
    config,
  });
  writeFileSync(join(home, 'genesis.json'), Genesis.json(genesis));
}

export function createStartOptions(options: Partial<StartOptions> = {}): StartOptions {
  return {
    host: '127.0.0.1',
    port: 0,
    mining: 'auto',
    shards: 1,
    accounts: 10,
    inMemory: false,
    durable: false,
    reset: false,
    controls: true,
    gasReport: false,
    limits: Object.fromEntries(PATIENT_LIMITS.map((name) => [name, PATIENCE_MS])),
    home: options.home ?? createTemporaryFolder(),
    logLevel: 'silent',
    ...options,
  };
}

export interface TestNode {
  readonly home: string;
  readonly rpc: RpcClient;
  /** Produces blocks now. */
  mine(blocks?: number): Promise<void>;
  stop(): Promise<void>;
}

/** A node in this process; it stops with the test file at the latest. */
export async function startTestNode(options: Partial<StartOptions> = {}): Promise<TestNode> {
  const all = createStartOptions(options);
  const node = await startNode(all);
  releaseAfterTests(() => node.stop());
  return {
    home: all.home,
    rpc: new RpcClient(node.url),
    mine: async (blocks = 1) => void (await node.controls.run({ kind: 'mine', blocks })),
    stop: () => node.stop(),
  };
}

/** How a process ended, and its output. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const PROGRAM = fileURLToPath(new URL('./perigeeProcess.js', import.meta.url));

/** The program with a command line, in its own process. */
export class NodeProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<ProcessEnd>;
  #stdout = '';
  #stderr = '';

  /** `wrapper` is a command that runs the command that follows it. */
  constructor(args: readonly string[], wrapper: readonly string[] = []) {
    const [command, ...rest] = [...wrapper, process.execPath, PROGRAM, ...args];
    this.child = spawn(command as string, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (data: Buffer) => {
      this.#stdout += data.toString();
    });
    this.child.stderr?.on('data', (data: Buffer) => {
      this.#stderr += data.toString();
    });
    this.ended = once(this.child, 'close').then(([code, signal]) => {
      return { code, signal, stdout: this.#stdout, stderr: this.#stderr };
    });
    releaseAfterTests(() => this.kill('SIGKILL'));
  }

  /** The output of the process so far. */
  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Resolves when the node responds; rejects if it ends before. */
  async listening(): Promise<RpcClient> {
    const url = await Promise.race([this.#readUrl(), this.ended]);
    if (typeof url === 'string') return new RpcClient(url);
    throw new Error(`the node ended with ${url.code}: ${url.stderr}`);
  }

  async kill(signal: NodeJS.Signals): Promise<ProcessEnd> {
    this.child.kill(signal);
    return this.ended;
  }

  async #readUrl(): Promise<string> {
    for (;;) {
      const url = /RPC +(http:[^\s"]+)/.exec(this.#stdout)?.[1];
      if (url !== undefined) return url;
      await once(this.child.stdout ?? this.child, 'data');
    }
  }
}

/** A node in its own process, listening on a free port; only errors are logged. */
export function startNodeProcess(home: string, ...args: readonly string[]): NodeProcess {
  return new NodeProcess([...describeStart(home), ...args]);
}

/** The command line of such a node. */
export function describeStart(home: string): string[] {
  const times = PATIENT_LIMITS.flatMap((name) => [`--${LIMITS[name].flag}`, `${PATIENCE_MS}`]);
  return ['start', '--home', home, '--port', '0', '--log', 'error', ...times];
}
