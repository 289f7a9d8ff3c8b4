// Every option of every command takes effect, and refuses what it cannot use. Commands that read
// their options into an object are compared with and without each of them; commands that ask a node
// are run against one that only writes down what it is asked. What is proved elsewhere is listed
// with the test that does: an option without a row fails.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandOptions, parseCommandLine } from '../../src/cli/commandLine.ts';
import { LIMIT_OPTIONS } from '../../src/cli/limitOptions.ts';
import { main } from '../../src/cli/main.ts';
import type { CommandDefinition } from '../../src/cli/optionDefinition.ts';
import { COMMANDS } from '../../src/cli/optionTable.ts';
import { isUsageError } from '../../src/cli/usageError.ts';
import { releaseAfterTests } from '../support/releases.ts';
import { readText } from '../support/repository.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { READINGS, type Row } from './optionRows.ts';

const HASH = '1'.repeat(32);
const HEIGHT_MAX = Number.MAX_SAFE_INTEGER;

/** The test that proves options of a command, by a run of it. */
const PROVED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'cli/project': { start: ['config', 'watch'] },
  'cli/clusterOptions': { start: ['standby'] },
  'cli/benchOptions': { bench: ['against-key', 'json', 'svg'] },
  'cli/compare': { compare: ['json'] },
  'cli/cliConfig': { 'cli-config': ['network', 'print'] },
  'cli/startedOptions': { verify: ['json'] },
  'commands/harness': { 'view-state': ['stream'] },
  'clients/pythonSuite': { 'dump-test-contracts': ['contract-name'] },
  'commands/sql': { export: ['sqlite'], sql: ['db', 'json', 'csv'] },
  'commands/trace': { trace: ['json'] },
  'commands/traceFrom': { trace: ['with', 'overrides'] },
  'commands/mcp': { mcp: ['url', 'token', 'new-chain'] },
  'commands/profile': {
    profile: ['top', 'svg', 'speedscope', 'collapsed'],
    'gas-snapshot': ['file', 'check', 'diff', 'tolerance'],
    coverage: ['to', 'lcov', 'root'],
  },
  'commands/chainCommands': {
    accounts: ['json'],
    create: ['balance', 'as', 'public-key', 'key', 'json'],
    send: ['key', 'json'],
    call: ['as', 'deposit', 'gas', 'unchecked', 'key', 'json'],
    view: ['at', 'unchecked', 'json'],
    deploy: ['init', 'deposit', 'gas', 'key', 'json'],
    keys: ['secret', 'json'],
    storage: ['prefix', 'limit', 'json'],
    tx: ['json'],
    block: ['json'],
    logs: ['follow', 'contract', 'since', 'json'],
  },
};

/** Commands that ask a node, with what they need to get that far. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  create: ['a.test.near'],
  send: ['alice.test.near', 'bob.test.near', '1 NEAR'],
  call: ['app.near', 'get', '--as', 'alice.test.near'],
  view: ['app.near', 'get'],
  deploy: ['app.near', 'WASM'],
  keys: [],
  storage: ['app.near'],
  tx: [HASH],
  block: [],
  logs: [],
  trace: [HASH],
  profile: [HASH],
  'gas-snapshot': [],
  coverage: ['--from', '5'],
  'cli-config': ['--print'],
};

/** Numbers of these commands. */
const NUMBERS: readonly [command: string, option: string, min: number, max: number][] = [
  ['storage', 'limit', 1, 1_000_000],
  ['logs', 'since', 0, HEIGHT_MAX],
  ['profile', 'top', 1, 100_000],
  ['coverage', 'from', 0, HEIGHT_MAX],
  ['coverage', 'to', 0, HEIGHT_MAX],
];

const LIMITS = new Set(LIMIT_OPTIONS.map(({ name }) => name));

function read(command: string, args: readonly string[]): object {
  const reading = READINGS[command as keyof typeof READINGS] ?? assert.fail(command);
  return reading.read(parseCommandLine([command, ...reading.base, ...args], {}));
}

function write([option, given]: Row): string[] {
  return given === null ? [`--${option}`] : [`--${option}`, given];
}

/** Texts that a whole number refuses, with the message. */
function refusedNumbers(option: string, min: number, max: number): [string, string][] {
  const texts = [`${min - 1}`, `${BigInt(max) + 1n}`, 'many', '1.5', '0x10', ''];
  const rule = `--${option} is a whole number from ${min} to ${max}`;
  return texts.map((text) => [text, `${rule}, not '${text}'.`]);
}

test('an option changes what it is said to change, and nothing else', () => {
  for (const [command, { rows }] of Object.entries(READINGS)) {
    const usual = read(command, []);
    for (const row of rows) {
      const [option, , effect] = row;
      const name = `${command} --${option}`;
      const found = read(command, write(row));
      assert.deepEqual(found, { ...usual, ...effect }, name);
      // It is taken because harnesses give it, and means nothing here.
      if (option !== 'network-addr') assert.notDeepEqual(found, usual, name);
    }
  }
});

test('an option refuses what it cannot use, and says what it can', () => {
  for (const [command, { rows }] of Object.entries(READINGS)) {
    for (const [option, , , wrong] of rows) {
      if (wrong === undefined) continue;
      const [first, second] = wrong;
      const refused =
        typeof first === 'number' ? refusedNumbers(option, first, Number(second)) : [wrong];
      for (const [text, message] of refused) {
        const name = `${command} --${option}=${text}`;
        assert.throws(
          () => read(command, [`--${option}=${text}`]),
          (error: Error) => {
            assert.ok(isUsageError(error), `${name}: ${error.stack}`);
            assert.ok(error.message.includes(`${message}`), `${name}: ${error.message}`);
            return true;
          },
        );
      }
      // Of versions within the bounds, only some are known.
      if (typeof first !== 'number' || option === 'protocol') continue;
      for (const text of [first, second]) read(command, [`--${option}=${text}`]);
    }
  }
});

test('a key and a process of another node need the other node', () => {
  for (const option of ['against-key', 'against-pid']) {
    const line = parseCommandLine(['bench', `--${option}`, '1'], {});
    assert.throws(() => READINGS.bench?.read(line), {
      message: `--${option} needs --against, the other node.`,
    });
  }
});

/** A node that refuses everything, and the requests that it got. */
async function startListener() {
  const asked: { token: string | undefined; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => {
      body += data.toString();
    });
    request.on('end', () => {
      asked.push({ token: request.headers.authorization, body });
      const cause = { name: 'UNAUTHORIZED', info: {} };
      const error = { name: 'REQUEST_VALIDATION_ERROR', cause, code: -32001, message: 'No' };
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 'perigee', error }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  releaseAfterTests(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('every command that asks a node asks that of --url, with --token', async (t) => {
  t.mock.method(process.stderr, 'write', () => true);
  const { url, asked } = await startListener();
  const folder = createTemporaryFolder();
  const wasm = join(folder, 'empty.wasm');
  writeFileSync(wasm, new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  for (const [command, needs] of Object.entries(ASKING)) {
    const args = needs.map((word) => (word === 'WASM' ? wasm : word));
    const file = command === 'gas-snapshot' ? ['--file', join(folder, 'snapshot')] : [];
    for (const token of [[], ['--token', 's3cret']]) {
      asked.length = 0;
      const line = [command, ...args, ...file, '--url', url, ...token];
      assert.equal(await main(line), 1, line.join(' '));
      const [first = assert.fail(`${line.join(' ')} asks nothing`)] = asked;
      const expected = token.length === 0 ? undefined : 'Bearer s3cret';
      assert.equal(first.token, expected, line.join(' '));
      if (command === 'coverage') assert.equal(JSON.parse(first.body).params.from_height, 5);
    }
  }
});

test('numbers of these commands are refused before anybody is asked', async (t) => {
  const said = t.mock.method(process.stderr, 'write', () => true);
  for (const [command, option, min, max] of NUMBERS) {
    for (const [text, message] of refusedNumbers(option, min, max)) {
      const args = (ASKING[command] ?? []).filter((word) => !/^(--.*|\d)$/.test(word));
      const url = ['--url', 'http://127.0.0.1:1'];
      const line = [command, ...args, ...url, `--${option}=${text}`];
      said.mock.resetCalls();
      assert.equal(await main(line), 2, line.join(' '));
      assert.deepEqual(said.mock.calls[0]?.arguments, [`perigee: ${message}\n`], line.join(' '));
    }
  }
});

/** The rows of a command: its options, each once. */
function listRows({ name, options }: CommandDefinition): string[] {
  const isShared = options.some((option) => LIMITS.has(option.name));
  const common = new Set(['home', 'log']);
  return [
    ...(READINGS[name]?.rows ?? []).map(([option]) => option).filter((row) => !common.has(row)),
    ...(isShared ? LIMITS : []),
    ...(name in ASKING ? ['url', 'token'] : []),
    ...(name === 'coverage' ? ['from'] : []),
    ...Object.values(PROVED).flatMap((commands) => commands[name] ?? []),
  ].sort();
}

test('every option of every command has a row', () => {
  for (const command of COMMANDS) {
    const options = command.options.map(({ name }) => name).sort();
    assert.deepEqual(listRows(command), options, command.name);
  }
});

test('what is proved elsewhere is named there', () => {
  for (const [file, commands] of Object.entries(PROVED)) {
    const text = readText(`test/${file}.test.ts`);
    for (const [command, options] of Object.entries(commands)) {
      const known = commandOptions(COMMANDS.find(({ name }) => name === command) ?? assert.fail());
      for (const option of options) {
        assert.ok(
          known.some(({ name }) => name === option),
          `${command} --${option} is an option`,
        );
        const named = new RegExp(`--${option}(?![a-z-])|'${option}'`);
        assert.ok(named.test(text), `${file} names ${command} --${option}`);
      }
    }
  }
});

test('a command that refuses its options has not created a home', async () => {
  const home = join(createTemporaryFolder(), 'home');
  for (const command of ['start', 'run']) {
    const args = [command, '--home', home, '--mining', 'never'];
    assert.equal(await main(args), 2, command);
    assert.equal(existsSync(home), false, command);
  }
});
