// A node on a simulated disk: the chain's thread and the main thread with the RPC service,
// assembled as in the program, with delayed messages between them. It can be killed at any moment
// and restarted from what the disk has.

import { utf8ToBytes } from '../../../src/base/bytes/bytes.ts';
import { PerigeeError } from '../../../src/base/errors.ts';
import type { CollectorOptions } from '../../../src/chain/garbage/garbageCollector.ts';
import type { MiningMode } from '../../../src/chain/production/mining.ts';
import { Epochs } from '../../../src/chain/stored/epochs.ts';
import { StoredChain } from '../../../src/chain/stored/storedChain.ts';
import { createEpochStore } from '../../../src/chain/stored/storedEpochs.ts';
import { StoreNodeReader } from '../../../src/chain/stored/storeNodeReader.ts';
import { createTrieStates } from '../../../src/chain/stored/trieStates.ts';
import type { HttpResponse } from '../../../src/http/httpResponse.ts';
import { ChainLink } from '../../../src/node/chain/chainLink.ts';
import type { FromChain, ToChain } from '../../../src/node/chain/chainMessages.ts';
import { ChainService } from '../../../src/node/chain/chainService.ts';
import { followChain } from '../../../src/node/chain/refreshReaders.ts';
import { GasReport } from '../../../src/node/gasReport/gasReport.ts';
import { NodeControls } from '../../../src/node/nodeControls.ts';
import { realTime } from '../../../src/process/realTime.ts';
import { createInsider } from '../../../src/rpc/core/caller.ts';
import { ResponseCache } from '../../../src/rpc/core/responseCache.ts';
import { RpcService } from '../../../src/rpc/service/rpcService.ts';
import { CachedNodeReader } from '../../../src/trie/cachedNodeReader.ts';
import { NodeTrie } from '../../../src/trie/trie.ts';
import type { HashedTransaction } from '../../../src/types/transaction.ts';
import { createFakeContext } from '../../rpc/support/fakeContext.ts';
import type { CrashKind, SimulatedDisk, SimulatedStore, StandingReader } from '../simulatedDisk.ts';
import { START_MS } from '../simulatedGlobals.ts';
import { Channel, SimulatedProcess, type World } from '../world.ts';
import type { ChainTemplate } from './chainTemplate.ts';

export interface NodeOptions {
  readonly template: ChainTemplate;
  readonly mining: MiningMode;
  readonly collection: CollectorOptions | null;
  readonly selectionMsMax: number | null;
  readonly poolAccountMax: number;
  /** How long a message between the threads takes at most. */
  readonly threadUsMax: number;
  /** How far the system clock may be off. */
  readonly clockErrorMsMax: number;
}

const NODE_CACHE_BYTES = 1024 * 1024;
/** With these errors a node ends, reports why, and continues after a restart. */
const FATAL_CODES: ReadonlySet<string> = new Set(['store_full']);
const fakeContext = createFakeContext();
const developer = createInsider(false);

/** The chain as the main thread sees it, with a thread in between. */
class SimulatedLink extends ChainLink {
  readonly #send: (message: ToChain) => void;

  constructor(send: (message: ToChain) => void) {
    super();
    this.#send = send;
  }

  protected override say(message: ToChain): void {
    this.#send(message);
  }

  override hear(message: FromChain): void {
    super.hear(message);
  }
}

/** What exists while a node runs. */
interface Running {
  readonly process: SimulatedProcess;
  readonly chain: ChainService;
  readonly service: RpcService;
  readonly store: SimulatedStore;
}

export class SimulatedNode {
  /** Called for each message of the chain when it is sent. */
  onSay: (message: FromChain) => void = () => {};
  /** Called when the node has ended, for whatever reason. */
  onEnd: (kind: CrashKind | 'error') => void = () => {};
  /** Called with each new chain before it does anything. */
  onOpen: (chain: ChainService['chain']) => void = () => {};
  readonly #world: World;
  readonly #disk: SimulatedDisk;
  readonly #options: NodeOptions;
  #running: Running | null = null;
  #starting: SimulatedProcess | null = null;
  /** The newest block that was announced to the main thread, and how often. */
  #shown = { height: -1, age: 0 };
  #starts = 0;
  #clockErrorMs = 0;

  constructor(world: World, disk: SimulatedDisk, options: NodeOptions) {
    this.#world = world;
    this.#disk = disk;
    this.#options = options;
    disk.onCrash = (kind) => this.crash(kind);
  }

  get isUp(): boolean {
    return this.#running !== null;
  }

  get shown(): { readonly height: number; readonly age: number } {
    return this.#shown;
  }

  /** The store that the chain uses now. */
  get store(): SimulatedStore | null {
    return this.#running?.store ?? null;
  }

  /** False if the node cannot start now. */
  start(): boolean {
    const process = new SimulatedProcess(`node ${++this.#starts}`);
    process.onError = (error) => this.#endWith(error);
    this.#world.current = process;
    this.#starting = process;
    try {
      const running = this.#open(process);
      if (process.isAlive) this.#running = running;
    } catch (error) {
      if (!isFatal(error)) throw error;
      process.isAlive = false;
    } finally {
      this.#world.current = null;
      this.#starting = null;
    }
    if (!process.isAlive) this.#disk.crash('kill');
    return process.isAlive;
  }

  crash(kind: CrashKind): void {
    // A start that was ended by one of its commits comes to nothing.
    if (this.#starting !== null) this.#starting.isAlive = false;
    this.#end(kind);
  }

  /** The system clock jumps, as when it is set. */
  setClockError(): void {
    const { clockErrorMsMax } = this.#options;
    this.#clockErrorMs = this.#world.random.between(-clockErrorMsMax, clockErrorMsMax);
  }

  /** Null if no node is running. The promise may never settle: nodes die. */
  ask(body: string): Promise<HttpResponse> | null {
    const running = this.#running;
    if (running === null) return null;
    const { world, service } = { world: this.#world, ...running };
    world.current = running.process;
    const bytes = utf8ToBytes(body);
    return Promise.resolve(service.handle({ kind: 'root' }, bytes, developer));
  }

  #open(process: SimulatedProcess): Running {
    const store = this.#disk.mount(process);
    const { threadUsMax } = this.#options;
    const toFront = new Channel(this.#world, threadUsMax);
    const toChain = new Channel(this.#world, threadUsMax);
    const say = (message: FromChain) => {
      if (!process.isAlive) return;
      this.onSay(message);
      const commits = this.#disk.commitCount;
      toFront.send(() => {
        link.hear(message);
        if (message.kind !== 'block' && message.kind !== 'reverted') return;
        this.#world.check(
          reader.index >= commits,
          `the main thread sees what ${message.kind} announces`,
        );
        this.#shown = { height: message.height, age: this.#shown.age + 1 };
      }, process);
    };
    const chain = this.#createChain(store, process, say);
    const link = new SimulatedLink((message) => {
      toChain.send(() => chain.hear(message), process);
    });
    const reader = store.openReader();
    this.#shown = { height: -1, age: this.#shown.age + 1 };
    const service = this.#createService(link, reader);
    this.onOpen(chain.chain);
    chain.start();
    return { process, chain, service, store };
  }

  #createChain(
    store: SimulatedStore,
    process: SimulatedProcess,
    say: (message: FromChain) => void,
  ): ChainService {
    const world = this.#world;
    const { template, mining, collection, selectionMsMax, poolAccountMax } = this.#options;
    const data = {
      genesis: template.genesisText,
      rules: {},
      nightly: false,
      upgrades: null,
      mining,
      poolBytesMax: 1_000_000,
      poolAccountMax,
      collection,
      strictNonceTtlBlocks: 10,
      selectionMsMax,
      skippedHeightNs: 1_300_000_000n,
    };
    return new ChainService(data, {
      store,
      authority: template.authority,
      scheduler: {
        soon: (task) => void world.after(0, task, process),
        after: (ms, task) => world.after(ms * 1_000, task, process),
      },
      time: {
        now: () => START_MS + world.nowUs / 1_000 + this.#clockErrorMs,
        elapsed: () => world.nowUs / 1_000,
      },
      say,
      warn: () => {},
    });
  }

  #createService(link: ChainLink, reader: StandingReader): RpcService {
    const { template, mining } = this.#options;
    const chain = new StoredChain(reader);
    const report = new GasReport(chain);
    followChain(link, { store: reader, chain, report });
    const nodes = new CachedNodeReader(new StoreNodeReader(reader), NODE_CACHE_BYTES);
    const pass = (kind: 'submit' | 'check') => (signed: HashedTransaction) =>
      link.pass({ id: 0, kind, transaction: signed.bytes, isSigned: null });
    return new RpcService({
      ...fakeContext,
      chain,
      epochs: new Epochs(createEpochStore(reader), template.genesis.config),
      states: createTrieStates(chain, new NodeTrie(nodes)),
      genesis: template.genesis.config,
      // The chain verifies signatures: threads of the system would bring their own order.
      port: {
        submit: pass('submit'),
        check: pass('check'),
        awaitFinality: () => link.awaitFinality(),
      },
      controls: new NodeControls({ thread: link, report, accounts: [], mining, isShared: false }),
      answers: new ResponseCache({
        onBlock: (listener) => link.onBlock(listener),
        onRevert: (listener) => link.onRevert(listener),
      }),
      onBlock: (listener) => link.onBlock(listener),
      onRevert: (listener) => link.onRevert(listener),
      ...realTime,
      reportFailure: (error) => this.#world.fail(error),
    });
  }

  /** Whether an error ends a node on purpose. */
  #endWith(error: unknown): boolean {
    if (!isFatal(error)) return false;
    this.#end('error');
    return true;
  }

  #end(kind: CrashKind | 'error'): void {
    const running = this.#running;
    if (running === null) return;
    running.process.isAlive = false;
    this.#running = null;
    this.#disk.crash(kind === 'error' ? 'kill' : kind);
    this.onEnd(kind);
  }
}

function isFatal(error: unknown): boolean {
  return error instanceof PerigeeError && FATAL_CODES.has(error.code);
}
