// Three replicas of a cluster's tables behind the interface of the driver. A write reaches some
// replicas at once, others later or only when the faults are over, and its response may be lost; a
// read sees one replica or two. Conditional writes are linearizable, but their result may be lost.

import { bytesKey, compareBytes } from '../../../src/base/bytes/bytes.ts';
import { BUNDLE_NUMBER, STATEMENTS } from '../../../src/cluster/clusterTables.ts';
import { unpackValue } from '../../../src/cluster/packedValue.ts';
import type { SimulatedProcess, World } from '../world.ts';

export interface ClusterFaults {
  /** The chance that a replica misses a write for now. */
  readonly miss: number;
  /** The chance that a request fails, before or after it was executed. */
  readonly fail: number;
  readonly delayUsMax: number;
}

/** Violates the guarantees of a cluster, to test that this is detected. */
export type ClusterSabotage = 'forget a write' | null;

const COPIES = 3;
const QUORUM = 2;
const US_PER_SECOND = 1_000_000;

type Cell = {
  readonly family: number;
  readonly bucket: Uint8Array;
  readonly col: number;
  readonly key: Uint8Array;
  readonly part: number;
  readonly size: number;
  readonly value: Uint8Array;
  readonly timestamp: bigint;
};

/** By partition, then by place in it. */
type Copy = Map<string, Map<string, Cell>>;

interface ChainRow {
  term: bigint;
  writer: string | null;
  /** When the writer's claim expires. */
  writerUntilUs: number;
  tips: Readonly<Record<string, unknown>> | null;
}

type Params = readonly unknown[];
interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const NOTHING: Result = { rows: [] };

interface Statement {
  readonly query: string;
  readonly params: Params;
  readonly consistency: number;
}

export interface SimulatedDriver {
  execute(query: string, params: Params, options: { consistency: number }): Promise<Result>;
  batch(puts: readonly { readonly params: Params }[]): Promise<Result>;
  getReplicas(keyspace: string, routingKey: Buffer): null;
  shutdown(): Promise<void>;
}

function never(): Promise<never> {
  return new Promise(() => {});
}

export const CONSISTENCIES = { localOne: 1, localQuorum: 2, localSerial: 3 };

export class SimulatedCassandra {
  isFaulty = true;
  sabotage: ClusterSabotage = null;
  /** Called for each head that becomes visible. */
  onPublish: (height: number, hash: Uint8Array) => void = () => {};
  /** Called for each bundle that a writer sends. */
  onBundle: (bundle: Uint8Array) => void = () => {};
  readonly #world: World;
  readonly #faults: ClusterFaults;
  readonly #copies: readonly Copy[] = Array.from({ length: COPIES }, () => new Map());
  readonly #late: (() => void)[] = [];
  readonly #notes = new Map<string, unknown>();
  readonly #chain: ChainRow = { term: 0n, writer: null, writerUntilUs: 0, tips: null };

  constructor(world: World, faults: ClusterFaults) {
    this.#world = world;
    this.#faults = faults;
  }

  /** The driver of one process. When that dies, a statement in flight may still be executed. */
  connect(process: SimulatedProcess | null): SimulatedDriver {
    return {
      execute: (query, params, { consistency }) => {
        const isPut = query === STATEMENTS.put;
        return this.#execute(isPut, () => this.#do({ query, params, consistency }), process);
      },
      batch: (puts) => this.#execute(true, () => this.#putAll(puts), process),
      getReplicas: () => null,
      shutdown: async () => {},
    };
  }

  /** Every replica gets what it has missed. */
  repair(): void {
    this.isFaulty = false;
    for (const task of this.#late.splice(0)) task();
  }

  async #execute(
    isPut: boolean,
    perform: () => Result | null,
    process: SimulatedProcess | null,
  ): Promise<Result> {
    const { random } = this.#world;
    const isDead = () => process?.isAlive === false;
    if (isDead()) return never();
    const isFailing = this.isFaulty && random.chance(this.#faults.fail);
    if (isFailing && random.chance(0.5)) return this.#fail();
    if (this.isFaulty && random.chance(0.05)) await this.#pause();
    if (isDead() && !isPut) return never();
    const result = perform();
    if (isDead()) return never();
    if (isFailing || result === null) return this.#fail();
    return result;
  }

  #pause(): Promise<void> {
    return this.#world.sleep(this.#world.random.below(this.#faults.delayUsMax + 1), null);
  }

  async #fail(): Promise<never> {
    await this.#pause();
    throw new Error('the simulated cluster does not respond');
  }

  /** Null when too few replicas have executed it. */
  #do({ query, params, consistency }: Statement): Result | null {
    switch (query) {
      case STATEMENTS.put:
        return this.#put(params);
      case STATEMENTS.putNote:
        this.#notes.set(params[0] as string, params[1]);
        return NOTHING;
      case STATEMENTS.getNote: {
        const value = this.#notes.get(params[0] as string);
        return { rows: value === undefined ? [] : [{ value }] };
      }
      case STATEMENTS.getChain:
        return { rows: [this.#chainRow()] };
      case STATEMENTS.getPartitions:
        return this.#readEach(params, consistency);
      default:
        return this.#compare(query, params) ?? this.#read(query, params, consistency);
    }
  }

  /** Each of them may reach other replicas. */
  #putAll(puts: readonly { readonly params: Params }[]): Result | null {
    const results = puts.map(({ params }) => this.#put(params));
    return results.includes(null) ? null : NOTHING;
  }

  #put(params: Params): Result | null {
    const [family, bucket, col, key, part, size, value, timestamp] = params as [
      number,
      Uint8Array,
      number,
      Uint8Array,
      number,
      number,
      Uint8Array,
      bigint,
    ];
    const cell = { family, bucket, col, key, part, size, value, timestamp };
    if (col === BUNDLE_NUMBER) this.onBundle(unpackValue(value, size) as Uint8Array);
    let done = 0;
    for (const copy of this.#copies) {
      const write = () => writeCell(copy, cell);
      if (this.isFaulty && this.#world.random.chance(this.#faults.miss)) this.#writeLate(write);
      else {
        if (this.sabotage === null || this.#world.random.chance(0.5)) write();
        done++;
      }
    }
    return done >= QUORUM ? NOTHING : null;
  }

  #writeLate(write: () => void): void {
    if (this.#world.random.chance(0.5)) this.#late.push(write);
    else this.#world.after(this.#world.random.below(this.#faults.delayUsMax + 1), write, null);
  }

  /** Each of them may be read from other replicas. */
  #readEach([family, buckets]: Params, consistency: number): Result {
    const read = (bucket: Uint8Array) =>
      this.#read(STATEMENTS.getPartition, [family, bucket], consistency).rows;
    return { rows: (buckets as readonly Uint8Array[]).flatMap(read) };
  }

  #read(query: string, params: Params, consistency: number): Result {
    const { random } = this.#world;
    const [family, bucket, col] = params as [number, Uint8Array, number];
    const first = random.below(COPIES);
    const seen = [this.#copies[first], this.#copies[(first + 1) % COPIES]] as Copy[];
    const merged: Copy = new Map();
    for (const copy of seen.slice(0, consistency === CONSISTENCIES.localOne ? 1 : QUORUM)) {
      for (const cell of copy.get(partitionOf(family, bucket))?.values() ?? []) {
        writeCell(merged, cell);
      }
    }
    const cells = [...(merged.get(partitionOf(family, bucket))?.values() ?? [])].sort(inOrder);
    return { rows: selectCells(query, cells, params.slice(3), col) };
  }

  #chainRow(): Record<string, unknown> {
    const { term, tips } = this.#chain;
    return { term, writer: this.#writer(), ...(tips ?? { height: null }) };
  }

  #writer(): string | null {
    const { writer, writerUntilUs } = this.#chain;
    return writerUntilUs > this.#world.nowUs ? writer : null;
  }

  /** Null for unconditional statements. */
  #compare(query: string, params: Params): Result | null {
    const chain = this.#chain;
    const setWriter = (seconds: unknown, writer: unknown) => {
      chain.writer = writer as string | null;
      chain.writerUntilUs = this.#world.nowUs + Number(seconds) * US_PER_SECOND;
    };
    switch (query) {
      case STATEMENTS.claim:
        return applied(chain.term === params[1], () => {
          chain.term = params[0] as bigint;
          setWriter(params[2], params[3]);
        });
      case STATEMENTS.renew:
        return applied(chain.term === params[2], () => setWriter(params[0], params[1]));
      case STATEMENTS.release:
        return applied(chain.term === params[0], () => setWriter(0, null));
      case STATEMENTS.begin:
        return applied(chain.term === params[6] && chain.tips === null, () => this.#move(params));
      case STATEMENTS.publish: {
        const isAt = chain.tips?.height === params[5];
        return applied(chain.term === params[4] && isAt, () => this.#move(params));
      }
      default:
        return null;
    }
  }

  #move(params: Params): void {
    const [height, hash, final_height, final_hash, tail_height, tail_hash] = params;
    const isFirst = this.#chain.tips === null;
    this.#chain.tips = {
      ...this.#chain.tips,
      height,
      hash,
      final_height,
      final_hash,
      ...(isFirst && { tail_height, tail_hash }),
    };
    this.onPublish(Number(height), hash as Uint8Array);
  }
}

function applied(isApplied: boolean, apply: () => void): Result {
  if (isApplied) apply();
  return { rows: [{ '[applied]': isApplied }] };
}

function partitionOf(family: number, bucket: Uint8Array): string {
  return `${family} ${bytesKey(bucket)}`;
}

/** A later term wins over an earlier one; within a term, the greater value wins. */
function writeCell(copy: Copy, cell: Cell): void {
  const partition = partitionOf(cell.family, cell.bucket);
  const cells = copy.get(partition) ?? new Map<string, Cell>();
  copy.set(partition, cells);
  const place = `${cell.col} ${cell.part} ${bytesKey(cell.key)}`;
  const known = cells.get(place);
  const isOver =
    known === undefined ||
    cell.timestamp > known.timestamp ||
    (cell.timestamp === known.timestamp && compareBytes(cell.value, known.value) > 0);
  if (isOver) cells.set(place, cell);
}

function inOrder(a: Cell, b: Cell): number {
  return a.col - b.col || compareBytes(a.key, b.key) || a.part - b.part;
}

function selectCells(query: string, cells: readonly Cell[], rest: Params, col: number): Cell[] {
  if (query === STATEMENTS.getPartition) return [...cells];
  const column = cells.filter((cell) => cell.col === col);
  const [first, second, third] = rest as [Uint8Array, Uint8Array | number, number];
  const from = (cell: Cell) => compareBytes(cell.key, first) >= 0;
  const below = (cell: Cell) => compareBytes(cell.key, second as Uint8Array) < 0;
  switch (query) {
    case STATEMENTS.list:
      return column;
    case STATEMENTS.get:
      return column.filter(({ key }) => compareBytes(key, first) === 0);
    case STATEMENTS.listFrom:
      return column.filter(from).slice(0, second as number);
    case STATEMENTS.listBetween:
      return column.filter((cell) => from(cell) && below(cell)).slice(0, third);
    case STATEMENTS.listDownFrom:
      return column
        .filter(from)
        .reverse()
        .slice(0, second as number);
    case STATEMENTS.listDownBetween:
      return column
        .filter((cell) => from(cell) && below(cell))
        .reverse()
        .slice(0, third);
    default:
      throw new Error(`the simulated cluster does not know ${query}`);
  }
}
