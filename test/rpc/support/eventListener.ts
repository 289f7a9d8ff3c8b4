// A listener for the events of a chain, and a connection that the test drains.

import { EventLoopTurns } from '../../../src/base/scheduling/eventLoopTurns.ts';
import { formatPlace } from '../../../src/rpc/events/chainEvent.ts';
import { parseEventQuery } from '../../../src/rpc/events/eventQuery.ts';
import { EventReader } from '../../../src/rpc/events/eventReader.ts';
import type { EventSink, SentEvent } from '../../../src/rpc/events/eventSink.ts';
import { EventStream } from '../../../src/rpc/events/eventStream.ts';
import { ALICE, CAROL, NEAR, transfer } from '../../chain/localChain.ts';
import { announce, LoggingChain } from './loggingChain.ts';

export interface Heard {
  readonly id: string;
  readonly kind: string;
  readonly data: ReturnType<typeof JSON.parse>;
}

const EVERYTHING = parseEventQuery(new URLSearchParams(), null).filter;

/** Everything that a reader has from a height on. */
export function readAll({ context }: LoggingChain, height = 0): Heard[] {
  const heard: Heard[] = [];
  for (const step of new EventReader(context).read({ height, index: 0 }, EVERYTHING)) {
    if (step === 'caught up') break;
    if (step.content === null) continue;
    const { kind, json } = step.content;
    heard.push({ id: formatPlace(step.place), kind, data: JSON.parse(json) });
  }
  return heard;
}

export function createTalkativeChain(): LoggingChain {
  const chain = new LoggingChain();
  chain.deploy();
  chain.say('plain', announce('nep141', 'ft_transfer', [{ amount: '1' }]));
  chain.submit(CAROL, ALICE, [transfer(NEAR)]);
  chain.settle();
  chain.say(announce('nep171', 'nft_mint'));
  chain.settle();
  return chain;
}

/** A connection that accepts as much as the test allows. */
export class HandSink implements EventSink {
  readonly sent: SentEvent[] = [];
  readonly beats: number[] = [];
  isEnded = false;
  isDropped = false;
  #room: number;
  #drain: () => void = () => {};
  #closed: () => void = () => {};

  constructor(room = Number.POSITIVE_INFINITY) {
    this.#room = room;
  }

  get ids(): string[] {
    return this.sent.map(({ id }) => id);
  }

  send(event: SentEvent): boolean {
    this.sent.push(event);
    this.#room--;
    return this.#room > 0;
  }

  beat(height: number): void {
    this.beats.push(height);
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drain = resolve;
    });
  }

  onClose(listener: () => void): void {
    this.#closed = listener;
  }

  end(): void {
    this.isEnded = true;
  }

  drop(): void {
    this.isDropped = true;
    this.breakOff();
  }

  /** Accepts this many more. */
  async take(count: number): Promise<void> {
    this.#room = count;
    this.#drain();
    await settle();
  }

  breakOff(): void {
    this.#closed();
    this.#drain();
  }
}

/** Lets streams do what they can do now. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
}

export function listen(
  { context }: Pick<LoggingChain, 'context'>,
  query: string,
  sink: HandSink,
  turns = new EventLoopTurns(),
) {
  const parsed = parseEventQuery(new URLSearchParams(query), null);
  const parts = { reader: new EventReader(context), turns };
  const stream = new EventStream(context, parts, parsed);
  context.onBlock(() => stream.onBlock());
  context.onRevert?.((height) => stream.onRevert(height));
  const ended = stream.run(sink);
  return { stream, ended };
}
