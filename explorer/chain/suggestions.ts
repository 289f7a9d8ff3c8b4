// What a text in the search box could mean: accounts by any part of their name, hashes by their
// first characters, heights, keys, pages and commands. It uses only what the page has already.

import { formatCount } from '../format/amounts.ts';
import { shorten } from '../format/names.ts';
import { parseHash } from '../proof/base58.ts';
import type { Route } from '../route.ts';

export interface Suggestion {
  readonly group: 'Accounts' | 'Keys' | 'Blocks' | 'Transactions' | 'Receipts' | 'Pages' | 'Do';
  readonly label: string;
  /** What is said about it. */
  readonly note: string;
  readonly target: Route | Command;
}

/** Something to do, by the name under which the search box knows it. */
export interface Command {
  readonly command: CommandName;
}

export type CommandName = 'mine' | 'snapshot' | 'light' | 'dark' | 'system';

/** What the page knows of the chain. */
export interface Known {
  readonly names: readonly string[];
  readonly keys: readonly { readonly account: string; readonly key: string }[];
  readonly blocks: readonly { readonly hash: string; readonly height: number }[];
  readonly transactions: readonly { readonly hash: string; readonly words: string }[];
  readonly receipts: readonly { readonly hash: string; readonly words: string }[];
  readonly headHeight: number;
  readonly pages: readonly { readonly label: string; readonly page: string }[];
  readonly isControlled: boolean;
}

const PER_GROUP = 6;
/** Fewer characters of a hash match too much. */
const HASH_MIN = 3;
const KEY = /^(?:ed25519:|secp256k1:|ml-dsa-65(?:-hash)?:)?[1-9A-HJ-NP-Za-km-z]+$/;

const COMMANDS: readonly (Command & { readonly words: string; readonly isControl: boolean })[] = [
  { command: 'mine', words: 'Mine a block', isControl: true },
  { command: 'snapshot', words: 'Take a snapshot', isControl: true },
  { command: 'light', words: 'Use the light theme', isControl: false },
  { command: 'dark', words: 'Use the dark theme', isControl: false },
  { command: 'system', words: "Use the system's theme", isControl: false },
];

export function suggest(typed: string, known: Known): Suggestion[] {
  const text = typed.trim();
  if (text === '') return [];
  return [
    ...suggestAccounts(text.toLowerCase(), known.names),
    ...suggestBlocks(text, known),
    ...suggestHashes(text, known.transactions, { group: 'Transactions', page: 'tx' }),
    ...suggestHashes(text, known.receipts, { group: 'Receipts', page: 'receipt' }),
    ...suggestKeys(text, known),
    ...suggestPages(text.toLowerCase(), known),
  ];
}

/** Names that begin with the text come first, then shorter ones. */
function suggestAccounts(text: string, names: readonly string[]): Suggestion[] {
  return names
    .flatMap((name) => {
      const at = name.indexOf(text);
      return at === -1 ? [] : [{ name, rank: (at === 0 ? 0 : 100) + name.length }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, PER_GROUP)
    .map(({ name }) => ({
      group: 'Accounts',
      label: name,
      note: '',
      target: { page: 'account', subject: name },
    }));
}

function suggestBlocks(text: string, { blocks, headHeight }: Known): Suggestion[] {
  const digits = text.replaceAll(',', '');
  const height = /^\d{1,15}$/.test(digits) ? Number(digits) : null;
  const byHeight: Suggestion[] =
    height === null || height > headHeight ? [] : [suggestBlock(height, 'by height')];
  if (text.length < HASH_MIN) return byHeight;
  const byHash = blocks
    .filter(({ hash }) => hash.startsWith(text))
    .slice(0, PER_GROUP)
    .map(({ height: found, hash }) => suggestBlock(found, shorten(hash)));
  return [...byHeight, ...byHash];
}

function suggestBlock(height: number, note: string): Suggestion {
  const label = `Block ${formatCount(height)}`;
  return { group: 'Blocks', label, note, target: { page: 'block', subject: `${height}` } };
}

function suggestHashes(
  text: string,
  known: Known['transactions'],
  { group, page }: { readonly group: Suggestion['group']; readonly page: Route['page'] },
): Suggestion[] {
  if (text.length < HASH_MIN) return [];
  return known
    .filter(({ hash }) => hash.startsWith(text))
    .slice(0, PER_GROUP)
    .map(({ hash, words }) => ({
      group,
      label: shorten(hash),
      note: words,
      target: { page, subject: hash },
    }));
}

/** Keys of this node by their first characters, with or without the kind; others as a whole. */
function suggestKeys(text: string, { keys }: Known): Suggestion[] {
  if (!KEY.test(text)) return [];
  const bare = text.slice(text.indexOf(':') + 1);
  const found: Suggestion[] = keys
    .filter(
      ({ key }) => bare.length >= HASH_MIN && key.slice(key.indexOf(':') + 1).startsWith(bare),
    )
    .slice(0, PER_GROUP)
    .map(({ account, key }) => ({
      group: 'Keys',
      label: account,
      note: shorten(key),
      target: { page: 'account', subject: account },
    }));
  if (found.length > 0 || (!text.includes(':') && parseHash(text) === null)) return found;
  const subject = text.includes(':') ? text : `ed25519:${text}`;
  const label = `Accounts with ${shorten(subject)}`;
  return [{ group: 'Keys', label, note: '', target: { page: 'search', subject } }];
}

function suggestPages(text: string, { pages, isControlled }: Known): Suggestion[] {
  const found = pages
    .filter(({ label }) => label.toLowerCase().includes(text))
    .map(({ label, page }): Suggestion => {
      return { group: 'Pages', label, note: '', target: { page, subject: '' } };
    });
  const commands = COMMANDS.filter(
    ({ words, isControl }) => (isControlled || !isControl) && words.toLowerCase().includes(text),
  ).map(({ command, words }): Suggestion => {
    return { group: 'Do', label: words, note: '', target: { command } };
  });
  return [...found, ...commands];
}
