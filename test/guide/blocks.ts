// The code blocks of pages.

import assert from 'node:assert/strict';
import { readText } from '../support/repository.ts';

export interface Block {
  /** `page:line`. */
  readonly where: string;
  readonly language: string;
  readonly text: string;
}

/** The path is from the root of the repository. */
export function listBlocks(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; line: number; lines: string[] } | null = null;
  for (const [index, line] of readText(page).split('\n').entries()) {
    if (!line.startsWith('```')) open?.lines.push(line);
    else if (open === null) open = { language: line.slice(3), line: index + 1, lines: [] };
    else {
      const where = `${page}:${open.line}`;
      blocks.push({ where, language: open.language, text: open.lines.join('\n') });
      open = null;
    }
  }
  assert.equal(open, null, `${page} ends inside a block`);
  return blocks;
}

/** Whether a block is a program, in JavaScript or TypeScript. */
export function isProgram({ language }: Block): boolean {
  return language === 'js' || language === 'ts';
}
