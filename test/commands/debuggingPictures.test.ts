// The pictures of docs/guide/debugging.md and gas-profile.md show what commands print: the steps of
// the guide are done on a node, from a call that fails to the line of the source. With
// PERIGEE_IMAGES, the pictures are written; without, they are compared, apart from numbers.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { printOutcome } from '../../src/cli/chain/printOutcome.ts';
import type { FinalStatus } from '../../src/cli/chain/sendActions.ts';
import type { Session } from '../../src/cli/chain/session.ts';
import { createClient } from '../../src/client/createClient.ts';
import { drawFlameGraph } from '../../src/trace/profile/output/flameGraph.ts';
import { TransactionProfile } from '../../src/trace/profile/transactionProfile.ts';
import { formatTrace } from '../../src/trace/text/formatTrace.ts';
import { COLOURS } from '../../src/trace/text/styles.ts';
import { TransactionTrace } from '../../src/trace/tree/transactionTrace.ts';
import { repositoryPath } from '../support/repository.ts';
import { ALICE, BOB, CAROL, startTestNode } from '../support/runningNode.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';
import { drawTerminal, readTerminal } from '../support/terminalPicture.ts';
import { readBuilt } from '../symbols/support/builtContracts.ts';

const CALL = { method: 'pay_via', args: '{"amount":5,"callback_ggas":20000}' };
const toBase64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

let client: Session['client'];
let status: FinalStatus;

before(async () => {
  const folder = createTemporaryFolder();
  for (const name of ['gateway', 'ledger'] as const) {
    writeFileSync(join(folder, `${name}.wasm`), readBuilt(`${name}.lines.wasm`));
  }
  const node = await startTestNode({ debugInfo: folder });
  client = createClient(node.rpc.url);
  const call = (method: string, args: string) => ({
    FunctionCall: { method_name: method, args: toBase64(args), gas: 10 ** 14, deposit: '0' },
  });
  const send = (signer: string, receiver: string, ...actions: object[]) =>
    client.rpc('perigee_impersonate', {
      signer_id: signer,
      receiver_id: receiver,
      actions: actions as never,
      wait_until: 'FINAL',
    }) as Promise<unknown>;
  const deploy = (name: 'gateway.wasm' | 'ledger.wasm') => ({
    DeployContract: { code: toBase64(readBuilt(name)) },
  });
  await send(CAROL, CAROL, deploy('ledger.wasm'));
  await send(BOB, BOB, deploy('gateway.wasm'), call('new', `{"ledger":"${CAROL}"}`));
  status = (await send(ALICE, BOB, call(CALL.method, CALL.args))) as FinalStatus;
});

/** Writes a picture, or compares its lines with those of the one in the docs. */
function check(name: string, svg: string): void {
  const path = repositoryPath('docs', 'images', `${name}.svg`);
  if (process.env.PERIGEE_IMAGES !== undefined) writeFileSync(path, svg);
  const linesOf = (text: string) => readTerminal(text).map(withoutNumbers);
  assert.deepEqual(linesOf(readFileSync(path, 'utf8')), linesOf(svg), name);
}

/** Hashes differ from run to run, and are cut at different places. */
function withoutNumbers(text: string): string {
  return text
    .replace(/\b[1-9A-HJ-NP-Za-km-z]{30,44}.*…$/, 'HASH')
    .replaceAll(/\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g, 'HASH')
    .replaceAll(/-?\d[\d.]*/g, 'N');
}

test('a call that fails, with its source line', async () => {
  const lines: string[] = [];
  const print: Session['print'] = (_, format) => lines.push(...format(COLOURS));
  const session: Session = { client, styles: COLOURS, isJson: false, print };
  const code = await printOutcome(session, status, `${ALICE} → ${BOB}.${CALL.method}`);
  assert.equal(code, 1);
  const command = `perigee call ${BOB} ${CALL.method} '${CALL.args}' --as ${ALICE}`;
  const svg = drawTerminal(command, lines.join('\n'));
  const shown = readTerminal(svg);
  assert.ok(shown.includes('    at debit (/ledger/src/lib.rs:61:5)'), shown.join('\n'));
  assert.ok(shown.includes('  at gateway::check (/gateway/src/lib.rs:51:5)'));
  check('debugging-call', svg);
});

test('its trace', async () => {
  const { hash } = status.transaction;
  const params = { tx_hash: hash, level: 'host' } as const;
  const trace = TransactionTrace.parse(await client.rpc('perigee_trace_transaction', params));
  check('debugging-trace', drawTerminal(`perigee trace ${hash}`, formatTrace(trace, COLOURS)));
});

test('its flame graph', async () => {
  const params = { tx_hash: status.transaction.hash };
  const profile = await client.rpc('perigee_profile_transaction', params);
  const svg = drawFlameGraph(TransactionProfile.parse(profile));
  const path = repositoryPath('docs', 'images', 'gas-flame-graph.svg');
  if (process.env.PERIGEE_IMAGES !== undefined) writeFileSync(path, svg);
  const titlesIn = (text: string) =>
    [...text.matchAll(/<title>([^<]*)/g)].map(([, title = '']) => withoutNumbers(title));
  assert.deepEqual(titlesIn(readFileSync(path, 'utf8')), titlesIn(svg));
});
