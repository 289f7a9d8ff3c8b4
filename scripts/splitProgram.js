// Tells which places of the bundled program each kind of thread needs. The bundler writes each
// module in one piece, below a comment with its name; a piece only declares, so that the pieces of
// modules that no import leads to can be left out.

import { transform } from 'esbuild';

/** So that the places in stack traces say something. */
const LINE_CHARS = 100;
const ENTRY = '<stdin>';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string[]} entries the modules that are loaded by name
 * @property {string[]} [without] modules that are not loaded, although others could import them
 */

/** @typedef {[from: number, to: number, lines: number]} Range after lines that are left out */

/**
 * @param {string} bundle
 * @param {import('esbuild').Metafile} metafile
 * @param {Part[]} parts
 */
export async function splitProgram(bundle, { inputs }, parts) {
  const pieces = [
    { id: '', text: '(function (require, module, programUrl) {\n' },
    ...(await Promise.all(splitPieces(bundle, inputs).map(shrink))),
    { id: '', text: '})\n' },
  ];
  return {
    text: pieces.map(({ text }) => text).join(''),
    parts: Object.fromEntries(
      parts.map((part) => [part.name, findRanges(pieces, findModules(part, inputs))]),
    ),
  };
}

/** @typedef {{ id: string, text: string }} Piece with the module's id; empty for what all need */

/**
 * @param {string} bundle
 * @param {import('esbuild').Metafile['inputs']} inputs
 * @returns {Piece[]}
 */
function splitPieces(bundle, inputs) {
  const pieces = [{ id: '', text: '' }];
  for (const line of bundle.split('\n')) {
    const id = line.startsWith('// ') ? line.slice('// '.length) : '';
    if (id === ENTRY || id in inputs) pieces.push({ id: id === ENTRY ? '' : id, text: '' });
    const piece = pieces.at(-1);
    if (piece !== undefined) piece.text += `${line}\n`;
  }
  return pieces;
}

/**
 * Each thread keeps the text, and a quarter of it is indentation. Stack traces keep their names.
 *
 * @param {Piece} piece
 * @returns {Promise<Piece>}
 */
async function shrink({ id, text }) {
  const { code } = await transform(text, {
    target: 'node20',
    minifyWhitespace: true,
    lineLimit: LINE_CHARS,
  });
  return { id, text: code };
}

/**
 * @param {Part} part
 * @param {import('esbuild').Metafile['inputs']} inputs
 * @returns {Set<string>}
 */
function findModules({ entries, without = [] }, inputs) {
  const found = new Set(entries);
  // The set grows while it is walked.
  for (const id of found) {
    for (const { path, external } of inputs[id]?.imports ?? []) {
      if (!external && !without.includes(path)) found.add(path);
    }
  }
  return found;
}

/**
 * @param {Piece[]} pieces
 * @param {Set<string>} modules
 * @returns {Range[]}
 */
function findRanges(pieces, modules) {
  /** @type {Range[]} */
  const ranges = [];
  let place = 0;
  let lines = 0;
  for (const { id, text } of pieces) {
    const end = place + text.length;
    const last = ranges.at(-1);
    if (id !== '' && !modules.has(id)) lines += text.split('\n').length - 1;
    else if (last !== undefined && last[1] === place) last[1] = end;
    else ranges.push([place, end, lines]);
    if (ranges.at(-1)?.[1] === end) lines = 0;
    place = end;
  }
  return ranges;
}
