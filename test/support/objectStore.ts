// A tiny object store on this machine that supports as much of S3 as readers and writers of NEAR
// Lake need: listing by prefix, getting and putting objects, with the bucket in the path.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export class ObjectStore {
  /** By bucket and key, with a slash between. */
  readonly objects = new Map<string, Buffer>();
  /** Responds instead of the store; false leaves the request to the store. */
  interrupt: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<ObjectStore> {
    const store = new ObjectStore();
    store.#server.listen(0, '127.0.0.1');
    await once(store.#server, 'listening');
    return store;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const key = decodeURIComponent(pathname).slice(1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.interrupt(request, response)) return;
    if (searchParams.get('list-type') === '2') {
      response.setHeader('content-type', 'application/xml');
      response.end(this.#list(`${key.split('/')[0]}/`, searchParams));
    } else if (request.method === 'PUT') {
      this.objects.set(key, Buffer.concat(chunks));
      response.setHeader('etag', '"x"').end();
    } else {
      this.#get(key, response);
    }
  }

  #get(key: string, response: ServerResponse): void {
    const content = this.objects.get(key);
    if (content !== undefined) {
      response.setHeader('content-length', content.length).end(content);
      return;
    }
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchKey</Code><Message>there is none</Message></Error>');
  }

  #list(bucket: string, search: URLSearchParams): string {
    const prefix = bucket + (search.get('prefix') ?? '');
    const startAfter = bucket + (search.get('start-after') ?? '');
    const max = Number(search.get('max-keys') ?? 1_000);
    const folders = new Set<string>();
    const files: string[] = [];
    for (const key of [...this.objects.keys()].sort()) {
      if (!key.startsWith(prefix) || key <= startAfter) continue;
      const end = key.indexOf('/', prefix.length);
      if (end !== -1) folders.add(key.slice(bucket.length, end + 1));
      else files.push(`<Contents><Key>${key.slice(bucket.length)}</Key></Contents>`);
    }
    const listed = [...folders]
      .slice(0, max)
      .map((folder) => `<CommonPrefixes><Prefix>${folder}</Prefix></CommonPrefixes>`)
      .concat(files.slice(0, max))
      .join('');
    const isTruncated = `<IsTruncated>${folders.size > max}</IsTruncated>`;
    return `<?xml version="1.0"?><ListBucketResult>${isTruncated}${listed}</ListBucketResult>`;
  }
}
