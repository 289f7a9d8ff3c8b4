// Pictures of a terminal for the docs: text with the colours of `src/trace/text/styles.ts` as SVG,
// which has the text itself in it, so that a test can compare it with what programs print today.

/** Wider lines are cut, as people would not read them in a picture. */
const COLUMNS_MAX = 112;
const CHARACTER_WIDTH = 7.8;
const LINE_HEIGHT = 19;
const PADDING = 16;

/** Other spaces are folded. */
const NO_BREAK = '\u00a0';

/** Of the control sequences that select them. */
const LOOKS: Readonly<Record<string, string>> = {
  '1': 'font-weight="bold" fill="#ffffff"',
  '2': 'fill="#8b949e"',
  '31': 'fill="#ff7b72"',
  '32': 'fill="#7ee787"',
  '33': 'fill="#e3b341"',
  '36': 'fill="#76e3ea"',
};

interface Piece {
  readonly text: string;
  /** Empty for plain text. */
  readonly look: string;
}

export function drawTerminal(command: string, output: string): string {
  const lines = [`\x1b[2m$\x1b[0m ${command}`, ...output.trimEnd().split('\n')].map(readPieces);
  const columns = Math.max(...lines.map((pieces) => lengthOf(pieces)));
  const width = Math.ceil(columns * CHARACTER_WIDTH + 2 * PADDING);
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const shown = lines.map((pieces, i) => {
    const y = PADDING + (i + 0.75) * LINE_HEIGHT;
    // Trees line up in any font if each line has the width that it is meant to have.
    const length = (lengthOf(pieces) * CHARACTER_WIDTH).toFixed(1);
    const spans = pieces.map(({ text, look }) =>
      look === '' ? escapeXml(text) : `<tspan ${look}>${escapeXml(text)}</tspan>`,
    );
    return `<text x="${PADDING}" y="${y}" textLength="${length}">${spans.join('')}</text>`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img"`,
    '  aria-label="What a terminal shows"',
    `  viewBox="0 0 ${width} ${height}" font-size="13" fill="#e6edf3"`,
    '  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace">',
    '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    ...shown,
    '</svg>',
  ].join('\n')}\n`;
}

/** The lines of a picture, without colours. */
export function readTerminal(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text = '']) =>
    text
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(NO_BREAK, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

function readPieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let look = '';
  let room = COLUMNS_MAX;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences.
  for (const part of line.split(/(\x1b\[\d+m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
    const code = /^\x1b\[(\d+)m$/.exec(part)?.[1];
    if (code !== undefined) {
      look = LOOKS[code] ?? '';
      continue;
    }
    if (part === '' || room <= 0) continue;
    pieces.push({ text: part.length <= room ? part : `${part.slice(0, room - 1)}…`, look });
    room -= part.length;
  }
  return pieces;
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function escapeXml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll(' ', NO_BREAK);
}
