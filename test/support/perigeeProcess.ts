// The program as `bin/perigee.js` runs it, from the sources compiled for the tests.

import { main } from '../../src/cli/main.ts';

process.exitCode = await main(process.argv.slice(2));
