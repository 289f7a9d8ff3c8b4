// The built files of the explorer and the wallet, and the pages of the guide, each read, hashed and
// compressed on first use and then kept. A page may load, run and request nothing but the node's
// own files and endpoints, and no other page may frame it.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bytesToBase64 } from '../base/bytes/bytes.ts';
import { sha256 } from '../base/crypto/hash.ts';
import type { RequestHeaders } from './access/localRequest.ts';
import type { Headers, HttpResponse } from './httpResponse.ts';
import { findPackageFile } from './packageFiles.ts';

type ContentTypes = Readonly<Record<string, string>>;

const CONTENT_TYPES: ContentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Of the guide and the reference. */
const DOC_TYPES: ContentTypes = {
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

interface ServedFile {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly compressed: Uint8Array;
  readonly etag: string;
  readonly headers: Headers;
}

export class ServedFiles {
  readonly #folder: string | null;
  readonly #types: ContentTypes;
  readonly #names: ReadonlySet<string>;
  readonly #files = new Map<string, ServedFile>();

  /** Without the built files there are none. */
  constructor(folder: string | null = findFolder(), types = CONTENT_TYPES) {
    this.#folder = folder;
    this.#types = types;
    this.#names = new Set(folder === null ? [] : listFiles(folder, types));
  }

  /** Null for a name that is not a file. */
  answer(name: string, headers: RequestHeaders): HttpResponse | null {
    if (this.#folder === null || !this.#names.has(name)) return null;
    const file = this.#files.get(name) ?? readFile(this.#folder, name, this.#types);
    this.#files.set(name, file);
    return answerFile(file, headers);
  }
}

function findFolder(): string | null {
  const page = findPackageFile('dist', 'explorer', 'index.html');
  return page === null ? null : dirname(page);
}

/** The pages of the guide and the reference that the package has. */
export function findDocFiles(): ServedFiles {
  const list = findPackageFile('docs', 'llms.txt');
  return new ServedFiles(list === null ? null : dirname(list), DOC_TYPES);
}

function listFiles(folder: string, types: ContentTypes): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => types[extname(name)] !== undefined);
}

function readFile(folder: string, name: string, types: ContentTypes): ServedFile {
  const body = new Uint8Array(readFileSync(join(folder, name)));
  const etag = `"${bytesToBase64(sha256(body)).slice(0, 22)}"`;
  return {
    contentType: types[extname(name)] ?? 'application/octet-stream',
    body,
    compressed: new Uint8Array(gzipSync(body, { level: 9 })),
    etag,
    headers: [
      ['etag', etag],
      ['cache-control', 'no-cache'],
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'no-referrer'],
      ...(extname(name) === '.html' ? pageHeaders() : []),
    ],
  };
}

function pageHeaders(): Headers {
  const policy = [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return [['content-security-policy', policy.join('; ')]];
}

function answerFile(file: ServedFile, headers: RequestHeaders): HttpResponse {
  const { contentType, etag } = file;
  if (headers['if-none-match'] === etag) {
    return { status: 304, contentType: null, body: new Uint8Array(0), headers: file.headers };
  }
  const isCompressed = acceptsGzip(headers);
  return {
    status: 200,
    contentType,
    body: isCompressed ? file.compressed : file.body,
    headers: [
      ...file.headers,
      ['vary', 'accept-encoding'],
      ...(isCompressed ? [['content-encoding', 'gzip'] as const] : []),
    ],
  };
}

function acceptsGzip(headers: RequestHeaders): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?![.]\d*[1-9]))/i.test(
    headers['accept-encoding']?.toString() ?? '',
  );
}
