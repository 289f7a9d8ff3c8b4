// A profile as a flame graph: a static SVG, readable without scripts, light or dark as the system
// is. The width of a frame is its gas with everything it called; below it are those that it called,
// the widest first. Each has its numbers as a tooltip. Bounds: calls, rows, and the width of what
// is drawn.

import { formatHash } from '../../../base/crypto/hash.ts';
import { escapeText } from '../../text/styles.ts';
import { totalsOf, visitProfile } from '../flatProfile.ts';
import type { FrameKind, ProfileFrame, TransactionProfile } from '../transactionProfile.ts';
import { formatPlace, formatTgas } from './formatProfile.ts';

const WIDTH = 1200;
const MARGIN = 12;
const GRAPH_WIDTH = WIDTH - 2 * MARGIN;
const GRAPH_TOP = 76;
const ROW = 20;
const ROWS_MAX = 200;
/** Receipts, actions, and what these call. */
const OVERVIEW_ROWS = 3;
const CODE_DEPTH = 2;
/** Calls that are drawn, the most expensive first. */
const CALLS_MAX = 50;
const HEADING_HEIGHT = 34;
/** Narrower frames are left out; at that width they are a hair. */
const DRAWN_WIDTH_MIN = 0.25;
/** Of a monospaced font of 12 pixels. */
const CHARACTER_WIDTH = 7.3;
const TEXT_MARGIN = 5;
const TEXT_CHARS_MIN = 3;

type Colour = 'base' | 'code' | 'store' | 'send';

const COLOURS: Readonly<Record<FrameKind, Colour>> = {
  fee: 'base',
  code: 'code',
  store: 'store',
  send: 'send',
  host: 'base',
  other: 'base',
};

const LEGEND: readonly (readonly [Colour, string])[] = [
  ['code', 'contract code'],
  ['store', 'storage'],
  ['send', 'new receipts'],
  ['base', 'fees and other host functions'],
];
const LEGEND_BOX = 12;

/** The colours of the explorer. */
const STYLE = `
text { font: 12px ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  fill: #11151c; }
.title { font-size: 14px; font-weight: 600; }
.quiet { fill: #434c5a; }
.ground { fill: #ffffff; }
.f { stroke: #ffffff; stroke-width: 1; }
.base { fill: #dde1ea; } .code { fill: #cfd5f9; } .store { fill: #a8b3f0; }
.send { fill: #e6e9f1; stroke: #838d9d; stroke-width: 0.5; }
g:hover > .f { stroke: #3a48d0; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #e9ecf2; } .quiet { fill: #b3bbc8; } .ground { fill: #141820; }
  .f { stroke: #141820; }
  .base { fill: #2a313d; } .code { fill: #2c3668; } .store { fill: #4654a6; }
  .send { fill: #222936; stroke: #667080; }
  g:hover > .f { stroke: #9aa7ff; }
}
`;

export function drawFlameGraph(profile: TransactionProfile): string {
  const sections = drawSections(profile);
  const height = (sections.at(-1)?.end ?? GRAPH_TOP) + MARGIN;
  const { signerId, receiverId, gasBurnt, transactionHash } = profile;
  const title = `${signerId} → ${receiverId}, ${formatTgas(Number(gasBurnt))} Tgas`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}"`,
    ` width="${WIDTH}" height="${height}" role="img" aria-label="Flame graph">\n`,
    `<style>${STYLE}</style>\n`,
    `<rect class="ground" width="${WIDTH}" height="${height}"/>\n`,
    `<text class="title" x="${MARGIN}" y="24">${escapeXml(title)}</text>\n`,
    `<text class="quiet" x="${MARGIN}" y="42">${formatHash(transactionHash)}</text>\n`,
    ...drawLegend(),
    ...sections.flatMap(({ drawn }) => drawn),
    '</svg>\n',
  ].join('');
}

function drawLegend(): string[] {
  let x = MARGIN;
  return LEGEND.map(([colour, text]) => {
    const drawn =
      `<rect class="f ${colour}" x="${x}" y="52" width="${LEGEND_BOX}" height="${LEGEND_BOX}"/>` +
      `<text class="quiet" x="${x + LEGEND_BOX + TEXT_MARGIN}" y="62">${text}</text>\n`;
    x += 2 * LEGEND_BOX + TEXT_MARGIN + Math.ceil(text.length * CHARACTER_WIDTH);
    return drawn;
  });
}

/** In the order of drawing: children are side by side, from where their parent begins. */
interface PlacedNode {
  readonly index: number;
  readonly start: number;
  readonly depth: number;
}

interface Section {
  readonly title: string;
  readonly start: number;
  readonly gas: number;
  /** Of its first row. */
  readonly depth: number;
  readonly rowsMax: number;
  readonly nodes: PlacedNode[];
}

interface DrawnSection {
  readonly drawn: string[];
  readonly end: number;
}

/** The whole transaction, and then the code of each call: fees often are much wider than that. */
function drawSections(profile: TransactionProfile): DrawnSection[] {
  const { nodes, gasBurnt, frames } = profile;
  const totals = totalsOf(profile);
  const parts = { start: 0, gas: Number(gasBurnt), depth: 0, rowsMax: OVERVIEW_ROWS };
  const overview: Section = { title: '', ...parts, nodes: [] };
  const calls: Section[] = [];
  for (const placed of placeNodes(profile, totals)) {
    const { index, start, depth } = placed;
    const { gas: self, frame, parent } = nodes[index]!;
    if (depth < OVERVIEW_ROWS) overview.nodes.push(placed);
    if (depth >= CODE_DEPTH) calls.at(-1)?.nodes.push(placed);
    if (depth !== CODE_DEPTH - 1) continue;
    const title = `${frames[nodes[parent!]!.frame]!.name}, ${frames[frame]!.name}`;
    const gas = totals[index]! - self;
    calls.push({ title, start, gas, depth: CODE_DEPTH, rowsMax: ROWS_MAX, nodes: [] });
  }
  const shown = calls.filter(({ gas }) => gas > 0).sort((a, b) => b.gas - a.gas);
  const sections: DrawnSection[] = [];
  for (const section of [overview, ...shown.slice(0, CALLS_MAX)]) {
    const top = sections.at(-1)?.end ?? GRAPH_TOP;
    sections.push(drawSection(profile, totals, section, top));
  }
  return sections;
}

function placeNodes({ nodes }: TransactionProfile, totals: readonly number[]): PlacedNode[] {
  const placed: PlacedNode[] = [];
  /** Where the next child of each open node begins; first that of the roots. */
  const starts = [0];
  const enter = (index: number) => {
    const depth = starts.length - 1;
    const start = starts[depth]!;
    starts[depth] = start + totals[index]!;
    starts.push(start);
    placed.push({ index, start, depth });
  };
  const widest = (indexes: number[]) => indexes.sort((a, b) => totals[b]! - totals[a]!);
  visitProfile(nodes, { enter, leave: () => starts.pop() }, widest);
  return placed;
}

function drawSection(
  { nodes, frames }: TransactionProfile,
  totals: readonly number[],
  { title, start, gas, depth, rowsMax, nodes: placed }: Section,
  top: number,
): DrawnSection {
  const perGas = gas === 0 ? 0 : GRAPH_WIDTH / gas;
  const heading = title === '' ? '' : `${title}: ${formatTgas(gas)} Tgas in the contract`;
  const drawn = [`<text x="${MARGIN}" y="${top + 24}">${escapeXml(escapeText(heading))}</text>\n`];
  const firstRow = title === '' ? top : top + HEADING_HEIGHT;
  let end = firstRow;
  for (const { index, ...place } of placed) {
    const width = totals[index]! * perGas;
    const row = place.depth - depth;
    if (width < DRAWN_WIDTH_MIN || row >= rowsMax) continue;
    const y = firstRow + row * ROW;
    end = Math.max(end, y + ROW);
    const { frame, calls, gas: self } = nodes[index]!;
    const tooltip = describe(frames[frame]!, { total: totals[index]!, self, calls }, gas);
    const x = MARGIN + (place.start - start) * perGas;
    drawn.push(drawFrame(frames[frame]!, { x, y, width }, tooltip));
  }
  return { drawn: title === '' ? drawn.slice(1) : drawn, end };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function drawFrame({ kind, name }: ProfileFrame, { x, y, width }: Place, tooltip: string): string {
  const rect =
    `<rect class="f ${COLOURS[kind]}" x="${x.toFixed(2)}" y="${y}" ` +
    `width="${width.toFixed(2)}" height="${ROW - 1}" rx="2"/>`;
  const chars = Math.floor((width - 2 * TEXT_MARGIN) / CHARACTER_WIDTH);
  const shown = chars < TEXT_CHARS_MIN ? '' : escapeXml(cut(name, chars));
  const textX = (x + TEXT_MARGIN).toFixed(2);
  const text = shown === '' ? '' : `<text x="${textX}" y="${y + 14}">${shown}</text>`;
  return `<g><title>${escapeXml(tooltip)}</title>${rect}${text}</g>\n`;
}

function describe(
  frame: ProfileFrame,
  { total, self, calls }: Readonly<Record<'total' | 'self' | 'calls', number>>,
  all: number,
): string {
  const place = formatPlace(frame);
  const times = calls === 1 ? 'one call' : `${calls} calls`;
  const numbers =
    `${formatTgas(total)} Tgas (${((100 * total) / all).toFixed(2)} %), ` +
    `${formatTgas(self)} by itself, ${times}`;
  return [frame.name, ...(place === '' ? [] : [place]), numbers].map(escapeText).join('\n');
}

/** The end of a path says more than its start. */
function cut(name: string, chars: number): string {
  const shown = [...escapeText(name)];
  if (shown.length <= chars) return shown.join('');
  if (name.includes('::')) return `…${shown.slice(1 - chars).join('')}`;
  return `${shown.slice(0, chars - 1).join('')}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\ufffe': '',
  '\uffff': '',
};

/** Of a text without control characters, apart from line ends. */
function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\ufffe\uffff]/g, (character) => ENTITIES[character] ?? '');
}
