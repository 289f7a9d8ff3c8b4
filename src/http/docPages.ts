// Serves the guide and the reference as Markdown, for programs that read them: `/llms.txt` leads to
// the list of pages, whose links are relative to it.

import type { Page } from './explorerPages.ts';
import { emptyResponse } from './httpResponse.ts';
import type { ServedFiles } from './servedFiles.ts';

const PREFIX = '/docs/';
const LIST = 'llms.txt';
const TO_LIST = emptyResponse(302, [['location', `${PREFIX}${LIST}`]]);

export function createDocPages(openFiles: () => ServedFiles): Page {
  let files: ServedFiles | null = null;
  return (path, { headers }) => {
    if (path === `/${LIST}` || path === PREFIX) return TO_LIST;
    if (!path.startsWith(PREFIX)) return null;
    files ??= openFiles();
    return files.answer(path.slice(PREFIX.length), headers);
  };
}
