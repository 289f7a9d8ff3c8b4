// A small load generator: some connections that each send the same request again as soon as it is
// answered, over plain sockets, so that it costs little beside the node that it measures.

import { connect, type Socket } from 'node:net';

export interface Load {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly body: string;
  readonly connections: number;
  readonly durationMs: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

export async function generateLoad(load: Load): Promise<LoadResult> {
  const { host, port, path, body, connections, durationMs } = load;
  const request = Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const start = performance.now();
  const endMs = start + durationMs;
  const latencies = await Promise.all(
    Array.from({ length: connections }, () => loop(connect(port, host), request, endMs)),
  );
  const seconds = (performance.now() - start) / 1000;
  const all = latencies.flat().sort((a, b) => a - b);
  return {
    requestsPerSecond: Math.round(all.length / seconds),
    medianMs: all[all.length >> 1] ?? 0,
    p99Ms: all[Math.floor(all.length * 0.99)] ?? 0,
  };
}

/** Gives how long each request of one connection took, in milliseconds. */
function loop(socket: Socket, request: Buffer, endMs: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let sentMs = 0;
    let received: Buffer = Buffer.alloc(0);
    const send = () => {
      sentMs = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (data) => {
      received = received.length === 0 ? data : Buffer.concat([received, data]);
      const length = answerLength(received);
      if (length === null || received.length < length) return;
      if (!received.subarray(0, 12).toString('latin1').endsWith('200')) {
        socket.destroy();
        reject(new Error(received.toString('utf8', 0, 500)));
        return;
      }
      received = received.subarray(length);
      const nowMs = performance.now();
      latencies.push(nowMs - sentMs);
      if (nowMs < endMs) send();
      else {
        socket.destroy();
        resolve(latencies);
      }
    });
  });
}

/** The length of an answer with its head, or null while the head is not complete. */
function answerLength(received: Buffer): number | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return headEnd + HEAD_END.length + Number(length);
}
