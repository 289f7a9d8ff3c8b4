// Load: several connections that each send a request as soon as the previous one is answered.

import { BenchError } from './benchError.ts';
import { type Answer, Connection, encodePost } from './connection.ts';
import { quantile } from './measurement.ts';

export interface Load {
  readonly url: URL;
  readonly body: string;
  readonly connections: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export type GenerateLoad = (load: Load) => Promise<LoadResult>;

/** Sends the same request for a while. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const request = encodePost(load.url, load.body);
  const latencies: number[] = [];
  let startMs = 0;
  await overConnections(load.url, load.connections, async (connection) => {
    // Opening connections is not measured. Each connection sends at least one request.
    startMs ||= performance.now();
    let sentMs = performance.now();
    do {
      expectSuccess(await connection.send(request));
      const answeredMs = performance.now();
      latencies.push(answeredMs - sentMs);
      sentMs = answeredMs;
    } while (sentMs < startMs + load.durationMs);
  });
  const seconds = (performance.now() - startMs) / 1000;
  return {
    requestsPerSecond: Math.round(latencies.length / seconds),
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

/** Sends each request once, all connections taking from the same list. */
export async function sendAll(
  url: URL,
  bodies: readonly string[],
  connections: number,
): Promise<void> {
  let next = 0;
  await overConnections(url, connections, async (connection) => {
    while (next < bodies.length) {
      const body = bodies[next++] as string;
      expectSuccess(await connection.send(encodePost(url, body)));
    }
  });
}

async function overConnections(
  url: URL,
  count: number,
  task: (connection: Connection) => Promise<void>,
): Promise<void> {
  const connections = await Promise.all(Array.from({ length: count }, () => Connection.open(url)));
  try {
    await Promise.all(connections.map(task));
  } finally {
    for (const connection of connections) connection.close();
  }
}

function expectSuccess({ status, body }: Answer): void {
  if (status === 200) return;
  const text = body.toString('utf8', 0, 300);
  throw new BenchError({ code: 'failed_request' }, `a request was answered ${status}: ${text}`);
}
