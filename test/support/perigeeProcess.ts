// The program as `bin/perigee.js` runs it, from what the tests were compiled to.

import { main } from '../../src/cli/main.ts';

process.exitCode = await main(process.argv.slice(2));
