// Compacts a store and kills itself with SIGKILL at a row: `compactProcess.js FOLDER ROW`.

import { compactDataFile } from '../../src/store/lmdb/compactDataFile.ts';
import '../../src/chain/columns/columns.ts';

const [, , folder = '', row = ''] = process.argv;
await compactDataFile(folder, (at) => {
  if (at === Number(row)) process.kill(process.pid, 'SIGKILL');
});
