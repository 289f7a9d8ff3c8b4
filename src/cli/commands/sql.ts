// `perigee sql SELECT`: a query on the tables of a chain, which are exported first.

import { join } from 'node:path';
import { exportSql } from '../../sql/exportSql.ts';
import { formatCsv, formatJson, formatShownCsv, formatTable } from '../../sql/formatRows.ts';
import { querySql } from '../../sql/querySql.ts';
import { listTables } from '../../sql/schemaPage.ts';
import { type CommandLine, defaultedText, hasSwitch, optionText } from '../commandLine.ts';
import { parsePath } from '../optionValues.ts';
import { withStopSignal } from '../stopSignal.ts';
import { createUsageError } from '../usageError.ts';

const CACHE_FILE = 'chain.sqlite';

export async function sql(line: CommandLine): Promise<number> {
  const [select] = line.args;
  const isJson = hasSwitch(line, 'json');
  const isCsv = hasSwitch(line, 'csv');
  if (isJson && isCsv) throw createUsageError('give --json or --csv, not both.');
  if (select === undefined) {
    process.stdout.write(listTables());
    return 0;
  }
  const file = optionText(line, 'db');
  const path = file === undefined ? await updateCache(line) : parsePath(file);
  const formatCommas = process.stdout.isTTY ? formatShownCsv : formatCsv;
  const format = isJson ? formatJson : isCsv ? formatCommas : formatTable;
  for (const text of format(querySql(path, select))) {
    if (!process.stdout.write(`${text}\n`)) {
      await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
  }
  return 0;
}

/** Returns the path of the file. */
async function updateCache(line: CommandLine): Promise<string> {
  const home = parsePath(defaultedText(line, 'home'));
  const file = join(home, CACHE_FILE);
  await withStopSignal((signal) => exportSql({ home, file, signal }));
  return file;
}
