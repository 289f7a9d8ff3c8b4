// The page docs/reference/events.md names every parameter, every kind, and every field that is
// specific to events.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_KINDS } from '../../../src/rpc/events/chainEvent.ts';
import { EVENT_PARAMETERS, parseEventQuery } from '../../../src/rpc/events/eventQuery.ts';
import { EventReader } from '../../../src/rpc/events/eventReader.ts';
import { readText } from '../../support/repository.ts';
import { announce, LoggingChain } from '../support/loggingChain.ts';

const EVERYTHING = parseEventQuery(new URLSearchParams(), null).filter;
const page = readText('docs/reference/events.md');

function assertNamed(name: string): void {
  assert.ok(page.includes(`\`${name}\``), name);
}

test('parameters and kinds', () => {
  for (const name of [...EVENT_PARAMETERS, ...EVENT_KINDS, 'revert']) assertNamed(name);
});

test('fields', () => {
  const chain = new LoggingChain();
  chain.deploy();
  chain.say(announce('nep141', 'ft_transfer', []));
  chain.settle();
  const kinds = new Set<string>();
  for (const step of new EventReader(chain.context).read({ height: 0, index: 0 }, EVERYTHING)) {
    if (step === 'caught up') break;
    if (step.content === null) continue;
    kinds.add(step.content.kind);
    const event = JSON.parse(step.content.json);
    const parts = [event, event.event ?? {}, ...(event.chunks ?? [])];
    for (const name of parts.flatMap((part) => Object.keys(part))) assertNamed(name);
  }
  assert.deepEqual(kinds, new Set(EVENT_KINDS));
});
