// Pictures of pages in docs/images: written with PERIGEE_IMAGES=1, otherwise compared with what the
// browser shows now. They are stored with a palette, so colours may differ a little.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { repositoryPath } from '../../support/repository.ts';

const IS_WRITING = process.env.PERIGEE_IMAGES !== undefined;
/** How far two colours may be apart, from 0 to 1. Smoothed edges are not compared. */
const COLOUR_DISTANCE_MAX = 0.15;
/** How many pixels may differ: text that is a pixel aside differs in more. */
const SHARE_MAX = 0.0001;

const FOLDER = ['docs', 'images'];
/** Where a comparison that fails leaves what it saw. */
const FAILED = ['.build', 'browser', 'pictures'];

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function decode(image: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  return { data, width: info.width, height: info.height };
}

/** Writes or compares; what is wrong with the picture, or null. */
export async function checkPicture(name: string, screenshot: Buffer): Promise<string | null> {
  const path = repositoryPath(...FOLDER, `${name}.png`);
  if (IS_WRITING) {
    const options = { palette: true, dither: 0, effort: 7, compressionLevel: 9 };
    writeFileSync(path, await sharp(screenshot).png(options).toBuffer());
    return null;
  }
  const seen = repositoryPath(...FAILED, `${name}.png`);
  const difference = repositoryPath(...FAILED, `${name}.difference.png`);
  for (const stale of [seen, difference]) rmSync(stale, { force: true });
  const [expected, actual] = await Promise.all([decode(readFileSync(path)), decode(screenshot)]);
  const { width, height } = expected;
  mkdirSync(repositoryPath(...FAILED), { recursive: true });
  if (actual.width !== width || actual.height !== height) {
    writeFileSync(seen, screenshot);
    return `${name} is ${actual.width} × ${actual.height}, not ${width} × ${height}: see ${seen}`;
  }
  const marked = Buffer.alloc(expected.data.length);
  const options = { threshold: COLOUR_DISTANCE_MAX };
  const count = pixelmatch(expected.data, actual.data, marked, width, height, options);
  if (count <= width * height * SHARE_MAX) return null;
  writeFileSync(seen, screenshot);
  const raw = { width, height, channels: 4 } as const;
  writeFileSync(difference, await sharp(marked, { raw }).png().toBuffer());
  return `${count} pixels of ${name} differ: see ${seen} and ${difference}`;
}
