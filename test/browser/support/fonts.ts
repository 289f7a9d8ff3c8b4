// The fonts of the browser, from packages: pages look the same on every machine, whatever is
// installed there.

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryPath } from '../../support/repository.ts';

/** Each weight has a folder. Other families of the machine are never used. */
const FOLDERS = ['@expo-google-fonts/roboto', 'dejavu-fonts-ttf/ttf'];

const alias = (family: string, prefer: string) =>
  `<alias binding="same"><family>${family}</family><prefer><family>${prefer}</family></prefer></alias>`;

/** The path of a configuration for Fontconfig. */
export function writeFontConfig(): string {
  const folder = repositoryPath('.build', 'browser');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'fonts.conf');
  const fonts = FOLDERS.map((name) => repositoryPath('test', 'node_modules', ...name.split('/')));
  const text = [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    ...fonts.map((place) => `<dir>${place}</dir>`),
    `<cachedir>${join(folder, 'fonts')}</cachedir>`,
    alias('sans-serif', 'Roboto'),
    alias('system-ui', 'Roboto'),
    alias('monospace', 'DejaVu Sans Mono'),
    '<match target="font">',
    '<edit name="antialias"><bool>true</bool></edit>',
    '<edit name="hinting"><bool>false</bool></edit>',
    '<edit name="rgba"><const>none</const></edit>',
    '</match></fontconfig>',
  ].join('\n');
  // Another test file may be reading it.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
  return path;
}
