// Load: several connections that each send a request as soon as the previous one is answered.

import { BenchError } from './benchError.ts';
import { encodePost } from './connection.ts';
import { LoadConnection } from './loadConnection.ts';
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
  const isInTime = limitTime(load.durationMs);
  return summariseLoad(await drive(load.url, load.connections, () => isInTime() && request));
}

interface ListedLoad {
  readonly url: URL;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
}

interface ListedResult extends LoadResult {
  readonly requests: number;
}

/** Sends each request once, until the list or the time ends. */
export function generateListedLoad(load: ListedLoad): Promise<ListedResult> {
  const requests = load.bodies.map((body) => encodePost(load.url, body));
  let next = 0;
  return driveForTime(load, () => requests[next++]);
}

/** Sends the requests in their order, again and again, until the time ends. */
export function generateRepeatedLoad(load: ListedLoad): Promise<ListedResult> {
  const requests = load.bodies.map((body) => encodePost(load.url, body));
  let next = 0;
  return driveForTime(load, () => requests[next++ % requests.length]);
}

async function driveForTime(
  load: ListedLoad,
  next: () => Buffer | undefined,
): Promise<ListedResult> {
  const isInTime = limitTime(load.durationMs);
  const driven = await drive(load.url, load.connections, () => isInTime() && next());
  return { ...summariseLoad(driven), requests: driven.latencies.length };
}

/** Sends each request once, all connections taking from the same list. */
export async function sendAll(
  url: URL,
  bodies: readonly string[],
  connections: number,
): Promise<void> {
  let next = 0;
  await drive(url, connections, () => {
    const body = bodies[next++];
    return body !== undefined && encodePost(url, body);
  });
}

/** Sends the requests of each list in their order, over a connection of its own. */
export async function sendLanes(url: URL, lanes: readonly (readonly string[])[]): Promise<void> {
  const requests = lanes.map((lane) => lane.map((body) => encodePost(url, body)));
  const left = requests.map((lane) => lane.values());
  await drive(url, lanes.length, (lane) => left[lane]?.next().value);
}

/** False once the time has passed since the first question about it. */
function limitTime(durationMs: number): () => boolean {
  let endMs = 0;
  return () => {
    const nowMs = performance.now();
    endMs ||= nowMs + durationMs;
    return nowMs < endMs;
  };
}

interface Driven {
  readonly latencies: readonly number[];
  readonly spentMs: number;
}

/** Sends what `next` returns, over all connections, until it has nothing more. */
async function drive(
  url: URL,
  count: number,
  next: (connection: number) => Buffer | false | undefined,
): Promise<Driven> {
  const opening = Array.from({ length: count }, () => LoadConnection.open(url));
  const connections = await Promise.all(opening);
  try {
    return await new Promise((resolve, reject) => {
      const latencies: number[] = [];
      let busy = connections.length;
      // Opening connections is not measured.
      const startMs = performance.now();
      const sendNext = (connection: LoadConnection, index: number) => {
        const request = next(index);
        if (request) connection.send(request);
        else if (--busy === 0) resolve({ latencies, spentMs: performance.now() - startMs });
      };
      for (const [index, connection] of connections.entries()) {
        connection.onFailure = reject;
        connection.onAnswer = (failure) => {
          latencies.push(performance.now() - connection.sentMs);
          if (failure === null) sendNext(connection, index);
          else reject(createFailure(failure));
        };
        sendNext(connection, index);
      }
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}

function createFailure(response: string): BenchError {
  return new BenchError({ code: 'failed_request' }, `a request failed: ${response}`);
}

function summariseLoad({ latencies, spentMs }: Driven): LoadResult {
  return {
    requestsPerSecond: Math.round((latencies.length * 1000) / spentMs),
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}
