// Serves the explorer: its page at the root, for browsers only, and the files that the page loads.

import type { ReceivedRequest } from './access/localRequest.ts';
import type { HttpResponse } from './httpResponse.ts';
import type { ServedFiles } from './servedFiles.ts';

/** Serves GET at paths without a route; null for unknown paths. */
export type Page = (path: string, request: ReceivedRequest) => HttpResponse | null;

const PREFIX = '/explorer/';

/** Serves the explorer's paths, if the package has the built files. */
export function createExplorerPages(files: ServedFiles): Page {
  return (path, { headers }) => {
    if (path === '/')
      return acceptsHtml(headers.accept) ? files.answer('index.html', headers) : null;
    // Pages are served at their own paths only.
    const isFile = path.startsWith(PREFIX) && !path.endsWith('.html');
    return isFile ? files.answer(path.slice(PREFIX.length), headers) : null;
  };
}

function acceptsHtml(accept: string | string[] | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
