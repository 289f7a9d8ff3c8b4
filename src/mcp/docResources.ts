// The pages of the guide and of the reference as resources: the files of the package that
// docs/llms.txt lists.

import { findPackageFile, readPackageFile } from '../http/packageFiles.ts';
import { type Params, ProtocolError, requireText } from './jsonRpc.ts';

const PREFIX = 'perigee://';
const MIME_TYPE = 'text/markdown';
/** Pages per answer. */
const PAGE_LENGTH = 50;
/** A line of llms.txt: a link with a description. */
const LINK = /^- \[([^\]]+)\]\(([\w./-]+\.md)\)(?:: (.*))?$/gm;

interface DocPage {
  readonly title: string;
  readonly path: string;
  readonly description: string | undefined;
}

export function listResources(cursor: unknown): Params {
  const start = cursor === undefined ? 0 : Number(requireText(cursor, 'cursor'));
  const pages = listPages();
  if (!Number.isInteger(start) || start < 0 || start > pages.length) {
    throw new ProtocolError('invalidParams', 'the cursor is not one of this server');
  }
  const end = start + PAGE_LENGTH;
  return {
    resources: pages.slice(start, end).map(({ title, path, description }) => ({
      uri: `${PREFIX}${path}`,
      name: path,
      title,
      mimeType: MIME_TYPE,
      ...(description !== undefined && { description }),
    })),
    ...(end < pages.length && { nextCursor: `${end}` }),
  };
}

export function readResource(given: unknown): Params {
  const uri = requireText(given, 'uri');
  const page = listPages().find(({ path }) => uri === `${PREFIX}${path}`);
  const bytes = page === undefined ? null : readPackageFile(...filePath(page.path));
  if (bytes === null) throw new ProtocolError('invalidParams', `no resource ${uri}`, { uri });
  const text = Buffer.from(bytes).toString('utf8');
  return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
}

/** Those that the package has. */
function listPages(): DocPage[] {
  const bytes = readPackageFile('docs', 'llms.txt');
  const text = bytes === null ? '' : Buffer.from(bytes).toString('utf8');
  return [...text.matchAll(LINK)]
    .map(([, title = '', path = '', description]) => ({ title, path, description }))
    .filter(({ path }) => findPackageFile(...filePath(path)) !== null);
}

/** From a link, which is relative to docs/. */
function filePath(link: string): string[] {
  return ['docs', ...link.split('/')];
}
