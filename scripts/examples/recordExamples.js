// Records an example of every method, and of every error that can be produced, on real chains, and
// prints them as JSON. `npm run docs` starts it with fixedTime.js in every thread.

import { recordControls } from './controlExamples.js';
import { recordErrors } from './errorExamples.js';
import { growChain } from './exampleChain.js';
import { ExampleNode } from './exampleNode.js';
import { recordReading } from './readingExamples.js';

const { formatPrettyJson } = await import(
  new URL('../../dist/rpc/description/prettyJson.js', import.meta.url).href
);

/** @type {import('./exampleNode.js').Example[]} */
const examples = [];
const node = await ExampleNode.start(examples);
const deeds = await growChain(node);
await recordReading(node, deeds);
await recordErrors(node, examples, deeds);
await recordControls(node, deeds);
await node.stop();
const fresh = await ExampleNode.start(examples);
await fresh.call('status');
await fresh.record('perigee_requests', 'After the first request');
const { signed } = await fresh.sign('nobody.test.near', 'bob.test.near', []);
await fresh.call('send_tx', { signed_tx_base64: signed, wait_until: 'FINAL' }).catch(() => {});
await fresh.record('perigee_refused_transactions', 'A signer that does not exist');
await fresh.stop();
process.stdout.write(formatPrettyJson(examples));
