// Serves the explorer: built files of the package, each read, hashed and compressed on first use
// and then kept. The page itself is at the root, for browsers only.

import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, extname, join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bytesToBase64, bytesToUtf8, utf8ToBytes } from '../base/bytes/bytes.ts';
import { sha256 } from '../base/crypto/hash.ts';
import type { Headers, HttpResponse } from './httpResponse.ts';
import { findPackageFile } from './packageFiles.ts';

/** Serves GET at paths without a route; null for unknown paths. */
export type Page = (path: string, headers: IncomingHttpHeaders) => HttpResponse | null;

const ROOT_FILE = 'index.html';
const PREFIX = '/explorer/';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface ExplorerFile {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly compressed: Uint8Array;
  readonly etag: string;
  readonly headers: Headers;
}

/** Serves the explorer's paths, if the package has the built files. */
export function createExplorerPages(folder: string | null = findExplorer()): Page {
  const names = folder === null ? new Set<string>() : new Set(listFiles(folder));
  const files = new Map<string, ExplorerFile>();
  return (path, headers) => {
    const name = path === '/' ? ROOT_FILE : path.slice(PREFIX.length);
    const isOurs = path === '/' ? acceptsHtml(headers) : path.startsWith(PREFIX);
    if (folder === null || !isOurs || !names.has(name)) return null;
    const file = files.get(name) ?? readFile(folder, name);
    files.set(name, file);
    return answerFile(file, headers);
  };
}

function findExplorer(): string | null {
  const page = findPackageFile('dist', 'explorer', ROOT_FILE);
  return page === null ? null : dirname(page);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => CONTENT_TYPES[extname(name)] !== undefined);
}

function readFile(folder: string, name: string): ExplorerFile {
  const body = new Uint8Array(readFileSync(join(folder, name)));
  const etag = `"${bytesToBase64(sha256(body)).slice(0, 22)}"`;
  return {
    contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    body,
    compressed: new Uint8Array(gzipSync(body, { level: 9 })),
    etag,
    headers: [
      ['etag', etag],
      ['cache-control', 'no-cache'],
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'no-referrer'],
      ...(name === ROOT_FILE ? pageHeaders(bytesToUtf8(body)) : []),
    ],
  };
}

/** Only the node's own files and endpoints may be loaded, run or requested. */
function pageHeaders(page: string): Headers {
  // The import map is the only inline script that the page may contain.
  const importMap = /<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'sha256-${bytesToBase64(sha256(utf8ToBytes(importMap)))}'`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return [['content-security-policy', policy.join('; ')]];
}

function answerFile(file: ExplorerFile, headers: IncomingHttpHeaders): HttpResponse {
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

function acceptsHtml({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/html') ?? false;
}

function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?![.]\d*[1-9]))/i.test(
    headers['accept-encoding']?.toString() ?? '',
  );
}
