// A small plot: a bar for each measurement of requests per second, and a thinner one below it for
// the other node. Plain SVG, readable on light and dark backgrounds.

import type { Measurement } from './measurement.ts';

const ROW_HEIGHT = 22;
const LABEL_WIDTH = 330;
const BAR_WIDTH = 360;
const VALUE_WIDTH = 90;
const BAR_HEIGHT = 8;
const OWN_COLOUR = '#2f7d5b';
const OTHER_COLOUR = '#b5793a';
const TEXT_COLOUR = '#7a7f87';

export function plotRates(measurements: readonly Measurement[]): string {
  const rows = measurements.filter(({ unit, value }) => unit.endsWith('/s') && value !== null);
  const max = Math.max(1, ...rows.flatMap(({ value, against }) => [value ?? 0, against ?? 0]));
  const width = LABEL_WIDTH + BAR_WIDTH + VALUE_WIDTH;
  const height = (rows.length + 1) * ROW_HEIGHT;
  const body = rows.map((row, index) => plotRow(row, index * ROW_HEIGHT, max)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
    `font-family="sans-serif" font-size="11" fill="${TEXT_COLOUR}">\n${body}</svg>\n`
  );
}

function plotRow({ what, value, against, unit }: Measurement, top: number, max: number): string {
  const bar = (amount: number, y: number, colour: string) => {
    const length = Math.max(1, Math.round((amount / max) * BAR_WIDTH));
    const size = `width="${length}" height="${BAR_HEIGHT}"`;
    return `<rect x="${LABEL_WIDTH}" y="${y}" ${size} fill="${colour}"/>\n`;
  };
  const place = `x="${LABEL_WIDTH - 8}" y="${top + 13}" text-anchor="end"`;
  const label = `<text ${place}>${escapeText(what)}</text>`;
  const amount = `${Math.round(value ?? 0)} ${unit}`;
  const number = `<text x="${LABEL_WIDTH + BAR_WIDTH + 6}" y="${top + 13}">${amount}</text>`;
  const own = bar(value ?? 0, top + 3, OWN_COLOUR);
  const other = against === undefined ? '' : bar(against, top + 3 + BAR_HEIGHT, OTHER_COLOUR);
  return `${label}\n${number}\n${own}${other}`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
