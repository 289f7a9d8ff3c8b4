// The tables of a chain compared with what the node itself answers; exports that continue, that
// follow a revert, and that are refused; and queries, which cannot change anything. One node serves
// all tests, and runs while its store is exported.

import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createClient } from '../../src/client/createClient.ts';
import { createKit } from '../../src/kit/createKit.ts';
import { exportSql } from '../../src/sql/exportSql.ts';
import { formatCsv, formatJson, formatShownCsv, formatTable } from '../../src/sql/formatRows.ts';
import { querySql } from '../../src/sql/querySql.ts';
import { formatSchemaPage } from '../../src/sql/schemaPage.ts';
import { TABLES } from '../../src/sql/sqlTables.ts';
import { listBlocks } from '../guide/blocks.ts';
import { hostCalls, recordedContract } from '../support/recordedContracts.ts';
import { readText, repositoryPath } from '../support/repository.ts';
import { ALICE, BOB, startTestNode, type TestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const HOST = 'host.test.near';
const EVENT = { standard: 'nep141', version: '1.0.0', event: 'ft_mint', data: [{ amount: '7' }] };

const ROOT_FOLDER = repositoryPath();
const PACKAGES = repositoryPath('test');

let node: TestNode;
let folder: string;
let file: string;
let kit: ReturnType<typeof createKit>;
/** A transfer of an amount that no double holds. */
const AMOUNT = 1_000_000_000_000_000_000_000_007n;
let transferHash: string;

const signal = new AbortController().signal;
const exportTo = (target: string, until?: number, home = node.home, ending = signal) =>
  withPackages(() => exportSql({ home, file: target, until, signal: ending }));
const run = (target = file) => exportTo(target);
function query(select: string, from = file) {
  process.chdir(PACKAGES);
  try {
    return [...querySql(from, select)];
  } finally {
    process.chdir(ROOT_FOLDER);
  }
}

/** Where Node has no SQLite, it is looked for in the packages of the current folder. */
async function withPackages<T>(work: () => Promise<T>): Promise<T> {
  process.chdir(PACKAGES);
  try {
    return await work();
  } finally {
    process.chdir(ROOT_FOLDER);
  }
}

before(async () => {
  node = await startTestNode();
  folder = createTemporaryFolder();
  file = join(folder, 'chain.sqlite');
  kit = createKit(createClient(node.rpc.url).rpc);
  transferHash = (await kit.transfer(ALICE, BOB, AMOUNT)).hash;
  await kit.deploy(recordedContract('hostcall'), { accountId: HOST });
  const log = `EVENT_JSON:${JSON.stringify(EVENT)}`;
  await kit.call(BOB, HOST, 'run', hostCalls(['log_utf8', log], ['log_utf8', 'plain']));
  await assert.rejects(kit.call(BOB, HOST, 'missing'));
  await node.mine(4);
  await run();
});

test('every final block is there, with the digits of its numbers', async () => {
  const head = await node.rpc.call<{ header: Record<string, unknown> }>('block', {
    finality: 'final',
  });
  const [last] = query('SELECT * FROM blocks ORDER BY height DESC LIMIT 1');
  assert.equal(last?.height, head.header.height);
  assert.equal(last?.hash, head.header.hash);
  assert.equal(last?.total_supply, head.header.total_supply);
  assert.equal(last?.timestamp_ns, head.header.timestamp_nanosec);
  const [count] = query('SELECT COUNT(*) AS blocks, MIN(height) AS first FROM blocks');
  assert.deepEqual(count, { blocks: Number(head.header.height) + 1, first: 0 });
});

test('a transfer is a transaction, receipts with actions, outcomes and balances', async () => {
  const [transaction] = query(`SELECT * FROM transactions WHERE hash = '${transferHash}'`);
  assert.deepEqual([transaction?.signer_id, transaction?.receiver_id], [ALICE, BOB]);
  const actions = query(
    `SELECT actions.kind AS kind, deposit FROM actions JOIN receipts USING (receipt_id)
     WHERE transaction_hash = '${transferHash}' AND actions.predecessor_id = '${ALICE}'`,
  );
  assert.deepEqual(actions, [{ kind: 'Transfer', deposit: `${AMOUNT}` }]);
  const status = await node.rpc.call<{
    transaction_outcome: { outcome: { gas_burnt: number } };
    receipts_outcome: { id: string }[];
  }>('EXPERIMENTAL_tx_status', { tx_hash: transferHash, sender_account_id: ALICE });
  const [outcome] = query(`SELECT * FROM outcomes WHERE id = '${transferHash}'`);
  assert.equal(outcome?.gas_burnt, status.transaction_outcome.outcome.gas_burnt);
  const receipts = query(
    `SELECT receipt_id FROM receipts WHERE transaction_hash = '${transferHash}'`,
  );
  assert.deepEqual(
    new Set(receipts.map(({ receipt_id }) => receipt_id)),
    new Set(status.receipts_outcome.map(({ id }) => id)),
  );
});

test('the current balance of every account is that of the node', async () => {
  const rows = query('SELECT account_id, amount FROM current_balances');
  assert.ok(rows.length >= 12);
  for (const { account_id, amount } of rows) {
    const params = { request_type: 'view_account', account_id, finality: 'final' };
    const view = await node.rpc.call<{ amount: string }>('query', params);
    assert.equal(amount, view.amount, `${account_id}`);
  }
});

test('logs, events and failures', () => {
  const [event] = query('SELECT contract_id, standard, version, event, data FROM events');
  const data = JSON.stringify(EVENT.data);
  assert.deepEqual(event, { contract_id: HOST, ...EVENT, data });
  assert.equal(query('SELECT * FROM logs').length, 2);
  const [failure] = query("SELECT failure FROM outcomes WHERE status = 'failure'");
  assert.match(`${failure?.failure}`, /MethodNotFound/);
  const calls = query("SELECT method_name FROM actions WHERE kind = 'FunctionCall' ORDER BY 1");
  assert.deepEqual(
    calls.map(({ method_name }) => method_name),
    ['missing', 'run'],
  );
});

test('an export goes on where the file ends', async () => {
  const blocks = query('SELECT COUNT(*) AS n FROM blocks')[0]?.n as number;
  assert.equal((await run()).blocks, 0);
  await kit.transfer(BOB, ALICE, 5n);
  await node.mine(4);
  const { blocks: added, lastHeight } = await run();
  assert.ok(added >= 4);
  assert.deepEqual(query('SELECT COUNT(*) AS n, MAX(height) AS h FROM blocks')[0], {
    n: blocks + added,
    h: lastHeight,
  });
});

test('blocks that the chain has reverted are replaced', async () => {
  const { id } = await node.rpc.call<{ id: number }>('perigee_snapshot', null);
  const { hash } = await kit.transfer(ALICE, BOB, 11n);
  await node.mine(4);
  await run();
  const found = () => query(`SELECT * FROM transactions WHERE hash = '${hash}'`).length;
  assert.equal(found(), 1);
  await node.rpc.call('perigee_revert', { id });
  await node.rpc.call('perigee_advance_time', { seconds: 60 });
  await node.mine(6);
  await run();
  assert.equal(found(), 0);
  const chain = query('SELECT height, hash, prev_hash FROM blocks ORDER BY height');
  for (const [i, { prev_hash }] of chain.entries()) {
    if (i > 0) assert.equal(prev_hash, chain[i - 1]?.hash, `block ${chain[i]?.height}`);
  }
});

test('an interrupted export stops between batches, and the next one completes it', async () => {
  const other = join(folder, 'interrupted.sqlite');
  const first = await exportTo(other, undefined, node.home, AbortSignal.abort());
  assert.deepEqual(first, { blocks: 0, lastHeight: null });
  const half = await exportTo(other, 3);
  assert.deepEqual(half, { blocks: 4, lastHeight: 3 });
  await run(other);
  for (const { name } of TABLES) {
    const all = `SELECT * FROM ${name}`;
    assert.deepEqual(query(all, other), query(all), name);
  }
});

test('files of other chains and other programs are left alone', async () => {
  const text = join(folder, 'text.sqlite');
  writeFileSync(text, 'this is not a database, but longer than its header would be'.repeat(20));
  await assert.rejects(run(text), { code: 'sql', message: /not a database/ });
  const other = await startTestNode();
  await other.mine(3);
  await assert.rejects(exportTo(file, undefined, other.home), {
    code: 'sql',
    message: /belongs to another chain/,
  });
});

test('a query cannot change anything, and a mistake is a sentence', () => {
  const rows: [select: string, message: RegExp][] = [
    ['DELETE FROM blocks', /is not a query/],
    ["VACUUM INTO 'copy.sqlite'", /is not a query/],
    ['WITH x AS (SELECT 1) DELETE FROM blocks', /readonly/],
    ['SELECT nope FROM blocks', /no such column: nope/],
    ['SELECT FROM', /syntax error/],
  ];
  for (const [select, message] of rows) {
    assert.throws(() => query(select), { code: 'sql', message }, select);
  }
  assert.throws(() => query('SELECT 1', join(folder, 'none.sqlite')), /there is no file/);
  assert.equal(existsSync(join(folder, 'none.sqlite')), false);
});

test('results as a table, as CSV and as JSON', () => {
  const values = `'a,"b"' AS text, 5 AS n, 9007199254740993 AS big, NULL AS none, x'00ff' AS b`;
  const select = `SELECT ${values}`;
  const all = (format: typeof formatCsv) => [...format(query(select))];
  assert.deepEqual(all(formatCsv), [
    'text,n,big,none,b',
    '"a,""b""",5,9007199254740993,,base64:AP8=',
  ]);
  assert.deepEqual(all(formatJson), [
    '[',
    '{"text":"a,\\"b\\"","n":5,"big":9007199254740993,"none":null,"b":"base64:AP8="}',
    ']',
  ]);
  const [names, line, cells] = all(formatTable);
  assert.match(names ?? '', /^text {3}n {2}big +none {2}b$/);
  assert.match(line ?? '', /^-+ {2}-/);
  assert.match(cells ?? '', /^a,"b" {2}5 {2}9007199254740993/);
  assert.deepEqual([...formatTable([])], ['no rows']);
  assert.deepEqual([...formatJson([])], ['[', ']']);
  const many = Array.from({ length: 1_001 }, (_, n) => ({ n, text: 'x'.repeat(100) }));
  const lines = [...formatTable(many)];
  assert.equal(lines.length, 2 + 1_000 + 1);
  assert.match(lines[2] ?? '', /^ *0 {2}x{79}…$/);
});

test('nothing in a result acts on the terminal', () => {
  const rows = [{ '\u001b[31m': '\u001b]0;x\u0007', b: '\u009b2J\u202e' }];
  const [names, , line] = [...formatTable(rows)];
  assert.match(names ?? '', /^\\u\{1b\}\[31m +b$/);
  assert.equal(line, '\\u{1b}]0;x\\u{7}  \\u{9b}2J\\u{202e}');
  assert.deepEqual(
    [...formatShownCsv(rows)],
    ['\\u{1b}[31m,b', '\\u{1b}]0;x\\u{7},\\u{9b}2J\\u{202e}'],
  );
  const json = [...formatJson(rows)].join('\n');
  assert.match(json, /\\u009b2J\\u202e/);
  assert.deepEqual(JSON.parse(json), rows);
});

test('the statements of the guide run', () => {
  const statements = listBlocks('docs/guide/sql.md')
    .filter(({ language }) => language === 'sql')
    .flatMap(({ text }) => text.split(';').filter((statement) => statement.trim() !== ''));
  assert.ok(statements.length >= 5);
  for (const statement of statements) query(statement);
  const [, failures = ''] = /(SELECT executor_id, failure.*)/.exec(statements.at(-1) ?? '') ?? [];
  assert.equal(query(failures)[0]?.executor_id, HOST);
});

test('the page of the tables is up to date', () => {
  assert.equal(readText('docs/reference/sql.md'), formatSchemaPage(), 'run `npm run docs`');
});
