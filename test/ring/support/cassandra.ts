// A real Cassandra for tests: its jars are fetched from Maven Central once and kept in the folder
// for temporary files; each cluster starts empty. It needs Java 17 and Maven, which scripts/test.js
// checks for.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { releaseAfterTests } from '../../support/releases.ts';
import { createTemporaryFolder } from '../../support/temporaryFolder.ts';

const VERSION = '5.0.9';
const LIBRARY = join(tmpdir(), `perigee-cassandra-${VERSION}`);
/** Ends a test that would hang. */
const START_MS_MAX = 600_000;
const HEAP = ['-Xms256m', '-Xmx512m'];
/** Unlike those of a cluster that the machine itself may run. */
const PORTS = { native: 19_142, storage: 17_100, jmx: 17_299 };

/** The modules that Cassandra's own jvm17-server.options opens. */
const EXPORTS = [
  'java.base/jdk.internal.misc',
  'java.base/java.lang.ref',
  'java.base/sun.nio.ch',
  'java.management.rmi/com.sun.jmx.remote.internal.rmi',
  'java.rmi/sun.rmi.registry',
  'java.rmi/sun.rmi.server',
  'java.sql/java.sql',
  'jdk.unsupported/sun.misc',
];
const OPENS = [
  'java.base/java.io',
  'java.base/java.lang',
  'java.base/java.lang.module',
  'java.base/java.lang.reflect',
  'java.base/java.net',
  'java.base/java.nio',
  'java.base/java.util',
  'java.base/java.util.concurrent',
  'java.base/java.util.concurrent.atomic',
  'java.base/jdk.internal.loader',
  'java.base/jdk.internal.math',
  'java.base/jdk.internal.module',
  'java.base/jdk.internal.ref',
  'java.base/jdk.internal.reflect',
  'java.base/jdk.internal.util',
  'java.base/jdk.internal.util.jar',
  'java.base/sun.nio.ch',
  'java.management/com.sun.jmx.mbeanserver',
  'jdk.compiler/com.sun.tools.javac',
  'jdk.management/com.sun.management.internal',
  'jdk.management.jfr/jdk.management.jfr',
];

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>perigee</groupId><artifactId>cluster</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.apache.cassandra</groupId><artifactId>cassandra-all</artifactId>
    <version>${VERSION}</version>
  </dependency></dependencies>
</project>
`;

/** The complete configuration of a small node; everything else has its default. */
function configuration(address: string, seed: string, folder: string): string {
  const settings = {
    cluster_name: 'perigee',
    num_tokens: 4,
    partitioner: 'org.apache.cassandra.dht.Murmur3Partitioner',
    endpoint_snitch: 'SimpleSnitch',
    seed_provider: [
      {
        class_name: 'org.apache.cassandra.locator.SimpleSeedProvider',
        parameters: [{ seeds: `${seed}:${PORTS.storage}` }],
      },
    ],
    listen_address: address,
    rpc_address: address,
    storage_port: PORTS.storage,
    native_transport_port: PORTS.native,
    commitlog_sync: 'periodic',
    commitlog_sync_period: '1000ms',
    commitlog_segment_size: '16MiB',
    commitlog_total_space: '128MiB',
    commitlog_directory: join(folder, 'commitlog'),
    data_file_directories: [join(folder, 'data')],
    saved_caches_directory: join(folder, 'saved'),
    hints_directory: join(folder, 'hints'),
    cdc_raw_directory: join(folder, 'cdc'),
    memtable_heap_space: '64MiB',
    memtable_offheap_space: '64MiB',
    key_cache_size: '8MiB',
    file_cache_size: '32MiB',
    networking_cache_size: '16MiB',
    concurrent_reads: 8,
    concurrent_writes: 8,
    concurrent_compactors: 1,
    auto_snapshot: false,
    // A cluster starts empty: a node that joins has nothing to fetch.
    auto_bootstrap: false,
  };
  // JSON is also YAML.
  return JSON.stringify(settings, null, 2);
}

/** Without it every step is logged, which costs more than the steps. */
const LOGGING = `<configuration>
  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d %level %logger{0} %msg%n</pattern></encoder>
  </appender>
  <logger name="ROOT" level="WARN"><appender-ref ref="out"/></logger>
</configuration>
`;

function install(): void {
  if (existsSync(join(LIBRARY, 'lib'))) return;
  mkdirSync(LIBRARY, { recursive: true });
  writeFileSync(join(LIBRARY, 'pom.xml'), POM);
  const unfinished = mkdtempSync(join(LIBRARY, 'unfinished-'));
  const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
  const { status, stdout } = spawnSync('mvn', args, { cwd: LIBRARY, encoding: 'utf8' });
  if (status !== 0) throw new Error(`Maven cannot fetch Cassandra: ${stdout}`);
  renameSync(unfinished, join(LIBRARY, 'lib'));
}

export class ClusterNode {
  readonly address: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #log: string;

  constructor(index: number, folder: string) {
    this.address = `127.0.0.${index + 1}`;
    this.#folder = join(folder, `node${index}`);
    mkdirSync(this.#folder, { recursive: true });
    const config = join(this.#folder, 'cassandra.yaml');
    writeFileSync(config, configuration(this.address, '127.0.0.1', this.#folder));
    const logging = join(this.#folder, 'logback.xml');
    writeFileSync(logging, LOGGING);
    this.#log = join(this.#folder, 'output.log');
    // A file, unlike a pipe, never fills up while this process is busy.
    const output = openSync(this.#log, 'w');
    const lib = join(LIBRARY, 'lib');
    this.#process = spawn(
      'java',
      [
        ...HEAP,
        '-XX:+UseSerialGC',
        '-XX:TieredStopAtLevel=1',
        ...EXPORTS.flatMap((name) => ['--add-exports', `${name}=ALL-UNNAMED`]),
        ...OPENS.flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]),
        `-javaagent:${join(lib, 'jamm-0.4.0.jar')}`,
        `-Dlogback.configurationFile=${logging}`,
        `-Dcassandra.config=${pathToFileURL(config).href}`,
        `-Dcassandra.storagedir=${this.#folder}`,
        `-Dcassandra.jmx.local.port=${PORTS.jmx + index}`,
        '-Dcassandra.skip_wait_for_gossip_to_settle=0',
        '-Dcassandra.ring_delay_ms=30000',
        '-Dcassandra.consistent.rangemovement=false',
        '-Djava.awt.headless=true',
        '-cp',
        join(lib, '*'),
        'org.apache.cassandra.service.CassandraDaemon',
      ],
      { stdio: ['ignore', output, output] },
    );
    closeSync(output);
  }

  /** Resolves when clients can connect. */
  async ready(): Promise<void> {
    for (let waitedMs = 0; waitedMs < START_MS_MAX; waitedMs += 250) {
      if (await canConnect(this.address, PORTS.native)) return;
      if (this.#process.exitCode !== null) break;
      await sleep(250);
    }
    throw new Error(
      `a node of the cluster does not start:\n${readFileSync(this.#log, 'utf8').slice(-5_000)}`,
    );
  }

  /** It keeps its connections and does not respond, until it resumes. */
  pause(): void {
    this.#process.kill('SIGSTOP');
  }

  resume(): void {
    this.#process.kill('SIGCONT');
  }

  kill(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) return resolve();
      this.#process.once('close', () => resolve());
      this.#process.kill('SIGKILL');
    });
  }
}

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

export interface TestCluster {
  readonly nodes: readonly ClusterNode[];
  /** The address of a keyspace, as `--store` and `--ring` take it. */
  address(keyspace: string): string;
}

/**
 * A cluster of this many nodes, removed when the test file is done. PERIGEE_TEST_RING can name a
 * running one as HOST:PORT; tests that kill nodes need their own.
 */
export async function startTestCluster(count: number): Promise<TestCluster> {
  const given = process.env.PERIGEE_TEST_RING;
  if (given !== undefined && count === 1) {
    const name = `r${process.pid}`;
    return { nodes: [], address: (keyspace) => `cassandra://${given}/${name}${keyspace}` };
  }
  install();
  const folder = createTemporaryFolder();
  const nodes: ClusterNode[] = [];
  releaseAfterTests(() => Promise.all(nodes.map((node) => node.kill())));
  // One after the other: a node that joins contacts the existing ones.
  for (let index = 0; index < count; index++) {
    const node = new ClusterNode(index, folder);
    nodes.push(node);
    await node.ready();
  }
  const hosts = nodes.map((node) => node.address).join(',');
  return { nodes, address: (keyspace) => `cassandra://${hosts}:${PORTS.native}/${keyspace}` };
}
