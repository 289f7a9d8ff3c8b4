// A reporter for Node's test runner that prints only failures, which are hard to find in a report
// of thousands of tests.

import { inspect } from 'node:util';

/** How many of the last characters of a file's standard error are shown. */
const SAID_MAX = 4_000;

/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} events */
// biome-ignore lint/style/noDefaultExport: the runner requires it.
export default async function* listFailed(events) {
  /** @type {Map<string | undefined, string>} */
  const said = new Map();
  for await (const { type, data } of events) {
    if (type === 'test:stderr') {
      said.set(data.file, ((said.get(data.file) ?? '') + data.message).slice(-SAID_MAX));
    }
    if (type !== 'test:fail') continue;
    const { error } = data.details;
    // The parent test failed only because a subtest failed.
    if ('failureType' in error && error.failureType === 'subtestsFailed') continue;
    const place = [data.file, data.line].filter((part) => part !== undefined).join(':');
    const reason = inspect(error.cause instanceof Error ? error.cause : error);
    yield `failed: ${data.name} (${place})\n${reason}\n${said.get(data.file) ?? ''}\n`;
  }
}
