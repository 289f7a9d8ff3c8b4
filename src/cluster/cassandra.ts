/**
 * A connection to an Apache Cassandra cluster, or to any other database that speaks CQL, through
 * the package `cassandra-driver`, which users of a cluster install themselves. Only the parts of it
 * that are used are declared here. Concurrent requests are bounded; further ones wait in a queue
 * that is bounded as well.
 */

import { PerigeeError } from '../base/errors.ts';
import { requireOptional } from '../base/optionalModule.ts';

export type CassandraError = {
  readonly code: /** The text is no address of a cluster. */
    | 'cluster_address'
    /** Too few nodes of the cluster respond, or none. */
    | 'cluster_unreachable'
    /** The queue of requests for the cluster is full. */
    | 'cluster_busy'
    /** The cluster is not in the expected state: another chain, another version, another writer. */
    | 'cluster_refused'
    /** A row does not match its key. */
    | 'cluster_corrupt';
};

export function createClusterError(
  code: CassandraError['code'],
  message: string,
  cause?: unknown,
): PerigeeError<CassandraError> {
  return new PerigeeError<CassandraError>({ code }, message, { cause });
}

export interface CassandraAddress {
  readonly hosts: readonly string[];
  readonly port: number;
  readonly keyspace: string;
  readonly dataCenter: string;
  /** The replication factor, used when the keyspace is created. */
  readonly replication: number;
  /** How long the cluster waits for its writer to renew the lease before another may take over. */
  readonly leaseSeconds: number;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

const DEFAULT_PORT = 9042;
const PORT_MAX = 65_535;
const DEFAULT_DATA_CENTER = 'datacenter1';
const REPLICATION_USUAL = 3;
const REPLICATION_MAX = 9;
const LEASE_USUAL_SECONDS = 10;
const LEASE_MAX_SECONDS = 3_600;
const ADDRESS =
  /^cassandra:\/\/(?:([^:@/]+):([^@/]*)@)?([\w.,-]+)(?::(\d{1,5}))?\/(\w{1,48})(?:\?(.*))?$/;
const ADDRESS_FORM =
  'cassandra://[USER:PASSWORD@]HOST[,HOST][:PORT]/KEYSPACE[?dc=NAME&replication=N&lease=SECONDS]';

/** Throws a PerigeeError with code `cluster_address`. */
export function parseCassandraAddress(text: string): CassandraAddress {
  const [, username, password, hosts, portText, keyspace, query] = ADDRESS.exec(text) ?? [];
  if (hosts === undefined || keyspace === undefined) throw badAddress();
  const options = new URLSearchParams(query);
  const names = hosts.split(',').filter((host) => host !== '');
  const port = Number(portText ?? DEFAULT_PORT);
  const usual = Math.min(names.length, REPLICATION_USUAL);
  const replication = Number(options.get('replication') ?? usual);
  const leaseSeconds = Number(options.get('lease') ?? LEASE_USUAL_SECONDS);
  const dataCenter = options.get('dc') ?? DEFAULT_DATA_CENTER;
  const isGood =
    isCount(port, PORT_MAX) &&
    isCount(replication, REPLICATION_MAX) &&
    isCount(leaseSeconds, LEASE_MAX_SECONDS) &&
    /^[\w-]+$/.test(dataCenter);
  if (names.length === 0 || !isGood) throw badAddress();
  return {
    hosts: names,
    port,
    keyspace: keyspace.toLowerCase(),
    dataCenter,
    replication,
    leaseSeconds,
    credentials:
      username === undefined
        ? null
        : { username: decodePart(username), password: decodePart(password ?? '') },
  };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badAddress();
  }
}

/** For people: without credentials. */
export function formatCassandraAddress({ hosts, port, keyspace }: CassandraAddress): string {
  return `cassandra://${hosts.join(',')}:${port}/${keyspace}`;
}

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= max;
}

/** The text itself is not shown: it may contain a password anywhere. */
function badAddress(): PerigeeError<CassandraError> {
  return createClusterError('cluster_address', `a cluster is named ${ADDRESS_FORM}.`);
}

/** The nearest replica of a row, or a majority of the replicas. */
export type Consistency = 'one' | 'quorum';

/** A column of a row: bytes, numbers, bigints, text or null. */
export type CqlRow = Readonly<Record<string, unknown>>;

interface QueryOptions {
  readonly consistency?: Consistency;
  /** Of a partition whose replicas are asked, if the statement names several. */
  readonly routingKey?: Buffer;
  /** Whether a failed statement is sent again; by default it is. */
  readonly isRetried?: boolean;
}

interface DriverResult {
  readonly rows?: readonly CqlRow[];
  readonly pageState?: string | null;
}

interface DriverStatement {
  readonly query: string;
  readonly params: unknown[];
}

interface DriverClient {
  connect(): Promise<void>;
  execute(query: string, params: unknown[], options: object): Promise<DriverResult>;
  batch(statements: readonly DriverStatement[], options: object): Promise<DriverResult>;
  /** Null while the driver does not know the nodes of the cluster. */
  getReplicas(keyspace: string, routingKey: Buffer): readonly { readonly address: string }[] | null;
  shutdown(): Promise<void>;
}

interface Driver {
  readonly Client: new (options: object) => DriverClient;
  readonly types: { readonly consistencies: Readonly<Record<string, number>> };
}

const RUNNING_MAX = 256;
const WAITING_MAX = 100_000;
const READ_TIMEOUT_MS = 5_000;
/** How often an idempotent statement is sent, to all nodes that can execute it. */
const TRIES_MAX = 2;
const FETCH_ROWS = 1_000;

export class Cassandra {
  readonly #client: DriverClient;
  readonly #keyspace: string | null;
  readonly #consistencies: Readonly<Record<string, number>>;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  private constructor(client: DriverClient, keyspace: string | null, { types }: Driver) {
    this.#client = client;
    this.#keyspace = keyspace;
    this.#consistencies = types.consistencies;
  }

  /** Without the keyspace, in order to create it. */
  static async connect(address: CassandraAddress, keyspace: string | null): Promise<Cassandra> {
    const driver = requireOptional<Driver>('cassandra-driver', 'A shared cluster');
    const { credentials, dataCenter, hosts, port } = address;
    const client = new driver.Client({
      contactPoints: hosts,
      localDataCenter: dataCenter,
      protocolOptions: { port },
      ...(credentials !== null && { credentials }),
      ...(keyspace !== null && { keyspace }),
      encoding: { useBigIntAsLong: true },
      socketOptions: { readTimeout: READ_TIMEOUT_MS },
    });
    try {
      await client.connect();
    } catch (error) {
      await client.shutdown().catch(() => {});
      const { message } = error as Error;
      const where = `${hosts.join(',')}:${port}${keyspace === null ? '' : `/${keyspace}`}`;
      throw createClusterError(
        'cluster_unreachable',
        `the cluster ${where} cannot be used: ${message}`,
        error,
      );
    }
    return new Cassandra(client, keyspace, driver);
  }

  /** The first page of rows. Every statement may be sent again: all of them are idempotent. */
  async run(
    query: string,
    params: readonly unknown[],
    options: QueryOptions = {},
  ): Promise<readonly CqlRow[]> {
    return (await this.#runPage(query, params, options)).rows ?? [];
  }

  /** The rows of all pages. */
  async runAll(
    query: string,
    params: readonly unknown[],
    options: QueryOptions,
  ): Promise<readonly CqlRow[]> {
    const { rows = [], pageState } = await this.#runPage(query, params, options);
    let next = pageState;
    if (next === null || next === undefined) return rows;
    const found = [...rows];
    while (next !== null && next !== undefined) {
      const page = await this.#runPage(query, params, options, next);
      found.push(...(page.rows ?? []));
      next = page.pageState;
    }
    return found;
  }

  /** The same for partitions that the same nodes have. */
  nameReplicas(routingKey: Buffer): string {
    const replicas = this.#client.getReplicas(this.#keyspace ?? '', routingKey) ?? [];
    return replicas
      .map(({ address }) => address)
      .sort()
      .join();
  }

  #runPage(
    query: string,
    params: readonly unknown[],
    { consistency = 'quorum', routingKey, isRetried = true }: QueryOptions,
    pageState?: string,
  ): Promise<DriverResult> {
    const execution = {
      prepare: true,
      isIdempotent: true,
      fetchSize: FETCH_ROWS,
      consistency: this.#consistencies[consistency === 'one' ? 'localOne' : 'localQuorum'],
      ...(routingKey !== undefined && { routingKey }),
      ...(pageState !== undefined && { pageState }),
    };
    const send = () => this.#execute(query, params, execution);
    return isRetried ? this.#retry(send) : send();
  }

  /**
   * One statement several times, in one message. It is not atomic: a failure may leave some of
   * them executed.
   */
  async runBatch(query: string, all: readonly (readonly unknown[])[]): Promise<void> {
    const statements = all.map((params) => ({ query, params: params.map(toDriver) }));
    const execution = {
      prepare: true,
      isIdempotent: true,
      logged: false,
      consistency: this.#consistencies.localQuorum,
    };
    await this.#retry(() => this.#send(() => this.#client.batch(statements, execution)));
  }

  /** A statement with IF; returns whether it was applied. It is not retried automatically. */
  async compareAndSet(query: string, params: readonly unknown[]): Promise<boolean> {
    const result = await this.#execute(query, params, {
      prepare: true,
      consistency: this.#consistencies.localQuorum,
      serialConsistency: this.#consistencies.localSerial,
    });
    return result.rows?.[0]?.['[applied]'] === true;
  }

  /** Sees every completed compare-and-set, and completes those that were left half-way. */
  async readSerial(query: string, params: readonly unknown[]): Promise<readonly CqlRow[]> {
    const consistency = this.#consistencies.localSerial;
    const result = await this.#execute(query, params, {
      prepare: true,
      isIdempotent: true,
      consistency,
    });
    return result.rows ?? [];
  }

  close(): Promise<void> {
    return this.#client.shutdown();
  }

  #execute(query: string, params: readonly unknown[], options: object): Promise<DriverResult> {
    return this.#send(() => this.#client.execute(query, params.map(toDriver), options));
  }

  async #retry<T>(send: () => Promise<T>): Promise<T> {
    for (let left = TRIES_MAX - 1; ; left--) {
      try {
        return await send();
      } catch (error) {
        const isBusy = (error as PerigeeError<CassandraError>).info.code === 'cluster_busy';
        if (left === 0 || isBusy) throw error;
      }
    }
  }

  async #send<T>(request: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await request();
    } catch (error) {
      // The driver's messages name the machines of the cluster, and clients of a front end would
      // see them.
      const { name } = error as Error;
      throw createClusterError(
        'cluster_unreachable',
        `the cluster does not respond (${name})`,
        error,
      );
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running >= RUNNING_MAX) {
      if (this.#waiting.length >= WAITING_MAX) {
        throw createClusterError(
          'cluster_busy',
          'too many requests are waiting for the cluster; try again later',
        );
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#running++;
  }
}

/** The driver accepts blobs only as Buffers; these share the memory of the bytes. */
function toDriver(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toDriver);
  if (!(value instanceof Uint8Array) || value instanceof Buffer) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.length);
}

/** A copy of the bytes of a blob. */
export function blobOf(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? new Uint8Array(value) : null;
}
