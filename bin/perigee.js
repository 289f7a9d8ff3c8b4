#!/usr/bin/env node
// The program of the package. In a clone it first sets up what is missing, so that it works from
// the first moment; an installed package starts at once.

import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [wantedMajor, wantedMinor] = manifest.engines.node.replace('>=', '').split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  process.stderr.write(
    `perigee: Node ${wantedMajor}.${wantedMinor} or newer is needed, this is ${process.version}.\n`,
  );
  process.exit(1);
}

const { setUp } = await import('../scripts/setup.js');
setUp();

const { openProgram } = await import('./program.js');
const { main } = await openProgram()('cli/main.js');
process.exitCode = await main(process.argv.slice(2));
