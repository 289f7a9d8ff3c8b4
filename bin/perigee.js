#!/usr/bin/env node
// The executable of the package. In a clone it first installs and builds what is missing; an
// installed package starts at once. The files of this folder are CommonJS, because loading the
// first ES module takes nearly as long as starting Node.

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
  const { NODE_COMMANDS, openProgram } = require('./program.js');
  const args = process.argv.slice(2);
  const part = NODE_COMMANDS.includes(args[0] ?? 'start') ? 'main' : 'tools';
  const { main } = await openProgram(part)('cli/main.js');
  process.exitCode = await main(args);
}
