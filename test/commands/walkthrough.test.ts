// The walkthrough of docs/guide/first-steps.md, from `git clone` to a contract that is deployed and
// changed: the commands of the page run as they are, and their output is compared with the page's.
// Two things differ, because other programs run beside a test: the clone comes from this
// repository, and the node has a free port and a home of its own.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { releaseAfterTests } from '../support/releases.ts';
import { readText, repositoryPath } from '../support/repository.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { listSteps, type Step, toPattern } from './session.ts';

const ORIGIN = 'https://github.com/OWNER/perigee';
/** Ends a command that would hang. */
const STEP_MS_MAX = 900_000;

const folder = createTemporaryFolder();
const place = join(folder, 'place.txt');

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  // The tests within the walkthrough are a run of their own.
  NODE_TEST_CONTEXT: undefined,
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `url.${repositoryPath()}.insteadOf`,
  GIT_CONFIG_VALUE_0: ORIGIN,
  npm_config_prefer_offline: 'true',
};

/** One terminal, which stays in the folder that its commands have gone to. */
function openTerminal(env: NodeJS.ProcessEnv): (command: string) => string {
  writeFileSync(place, folder);
  return (command) => {
    const options = { cwd: readFileSync(place, 'utf8'), env, timeout: STEP_MS_MAX };
    const script = `${command}\nprintf %s "$PWD" > '${place}'`;
    const { stdout, stderr, error } = spawnSync('bash', ['-c', script], options);
    assert.equal(error, undefined, `${command}\n${stderr}`);
    return `${stdout}`;
  };
}

/** Starts the node in the folder of the terminal; resolves with its address. */
async function startNode(command: string): Promise<string> {
  const words = [...command.split(' '), '--', '--port', '0', '--home', join(folder, 'home')];
  const [program = '', ...args] = words;
  const cwd = readFileSync(place, 'utf8');
  const stdio: ['ignore', 'pipe', number] = ['ignore', 'pipe', 2];
  const child = spawn(program, args, { cwd, env: environment, detached: true, stdio });
  const ended = once(child, 'exit');
  releaseAfterTests(async () => {
    if (child.exitCode === null) process.kill(-(child.pid ?? 0));
    await ended;
  });
  let output = '';
  child.stdout?.on('data', (data: Buffer) => {
    output += data;
  });
  for (;;) {
    const url = /RPC +(http:[^\s"]+)/.exec(output)?.[1];
    if (url !== undefined) return url;
    assert.equal(child.exitCode, null, output);
    await Promise.race([once(child.stdout ?? child, 'data'), ended]);
  }
}

/** The blocks of the section, each a list of commands. */
function readWalkthrough(): Step[][] {
  const page = readText('docs/guide/first-steps.md');
  const section = /^## Five minutes: a contract\n(.*?)^## /ms.exec(page)?.[1] ?? '';
  return [...section.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) =>
    listSteps(text),
  );
}

test('from a clone to a contract that is changed and tested', async () => {
  const [first = [], ...others] = readWalkthrough();
  const steps = others.flat();
  assert.ok(steps.length > 10, 'the page has a walkthrough');
  const last = first.at(-1)?.command ?? '';
  assert.equal(last, 'npm start');

  const type = openTerminal(environment);
  for (const { command } of first.slice(0, -1)) type(command);
  const url = await startNode(last);

  const typeSecond = openTerminal({ ...environment, PERIGEE_URL: url });
  for (const { command, output } of steps) {
    assert.match(typeSecond(command), toPattern(output), command);
  }
});
