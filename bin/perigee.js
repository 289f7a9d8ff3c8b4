#!/usr/bin/env node
// The executable of the package. In a clone it first installs and builds what is missing; an
// installed package starts at once. The files of this folder are CommonJS, because loading the
// first ES module takes nearly as long as starting Node.

const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { engines } = require('../package.json');
const [wantedMajor, wantedMinor] = engines.node.replace('>=', '').split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  process.stderr.write(
    `perigee: Node ${wantedMajor}.${wantedMinor} or newer is needed, this is ${process.version}.\n`,
  );
  process.exit(1);
}

void run();

async function run() {
  const { isSetUp } = require('./setUpState.js');
  if (!isSetUp()) (await import('../scripts/setup.js')).setUp();
  keepCompiledCode();
  const { main } = require('../dist/bundle/main.js');
  process.exitCode = await main(process.argv.slice(2));
}

/**
 * Enables the compile cache of Node (22.8 and newer), which speeds up every start but the first.
 * Workers and child processes find the folder in the environment.
 */
function keepCompiledCode() {
  const { enableCompileCache } = require('node:module');
  if (enableCompileCache === undefined || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  enableCompileCache();
}
