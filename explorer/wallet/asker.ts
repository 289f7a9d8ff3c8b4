// Where a request comes from, in words. Only the address of a page is a fact: the answer goes
// there. A title is what a program says of itself, and must not look like an address.

import { quoteText } from '../format/hiddenCharacters.ts';
import { type DappRequest, originOf } from './request.ts';

const TITLE_LENGTH_MAX = 60;

export function nameAsker(request: DappRequest): string {
  const origin = originOf(request);
  if (origin !== null) return origin;
  const title = request.kind === 'login' ? request.title : null;
  if (!title) return 'A program without a page';
  const shown = quoteText(title.slice(0, TITLE_LENGTH_MAX));
  return `A program without a page, which calls itself ${shown}`;
}
