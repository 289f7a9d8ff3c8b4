// One listener: a place in the stored chain, and a connection to which events are sent from there.
// The next event is read only when the connection has accepted the last one, so a slow listener
// costs no memory. After some events, or some bytes, it waits for its next turn
// (eventLoopTurns.ts).

import type { EventLoopTurns } from '../../base/scheduling/eventLoopTurns.ts';
import { resumeSuspended } from '../../store/suspendedRead.ts';
import type { RpcContext } from '../core/context.ts';
import { type EventPlace, formatPlace, type PlacedEvent, RevertEvent } from './chainEvent.ts';
import type { EventQuery, EventStart } from './eventQuery.ts';
import type { EventReader, ReadStep } from './eventReader.ts';
import type { EventSink, SentEvent } from './eventSink.ts';

/** How many events are read for one listener before others have a turn. */
const STEPS_PER_TURN = 32;
/** Some events are megabytes long. */
const LENGTH_PER_TURN = 64 * 1024;
/** A connection that accepted nothing for this many beats is closed; its client can resume. */
const STALLED_BEATS_MAX = 4;

/** What a listener subscribes to. */
export type EventSource = Pick<RpcContext, 'chain'>;

export class EventStream {
  readonly #source: EventSource;
  readonly #reader: EventReader;
  readonly #turns: EventLoopTurns;
  readonly #query: EventQuery;
  /** Not called before the stream runs. */
  #sink!: EventSink;
  #events: ReturnType<EventReader['read']>;
  /** The place after the last event that was read. */
  #place: EventPlace;
  /** The head when everything had been read. */
  #seenHeight = 0;
  /** The height of a revert that the listener has yet to receive. */
  #revertedTo: number | null = null;
  #wake: () => void = () => {};
  #isOpen = true;
  #isDraining = false;
  #hasSent = false;
  #stalledBeats = 0;

  /** Throws if the head of the chain cannot be read. */
  constructor(
    source: EventSource,
    { reader, turns }: { readonly reader: EventReader; readonly turns: EventLoopTurns },
    query: EventQuery,
  ) {
    this.#source = source;
    this.#reader = reader;
    this.#turns = turns;
    this.#query = query;
    this.#place = this.#findStart(query.start);
    this.#events = reader.read(this.#place, query.filter);
  }

  /** Resolves when the connection is closed or everything was sent. */
  async run(sink: EventSink): Promise<void> {
    this.#sink = sink;
    sink.onClose(() => this.#close());
    while (this.#isOpen && !this.#isDone()) {
      await this.#turns.next();
      await this.#runTurn();
    }
    sink.end(this.#isDone() ? this.#query.toHeight : null);
  }

  /** Reads for a while, or until there is nothing more to read or no room to send it. */
  async #runTurn(): Promise<void> {
    let length = 0;
    for (let steps = 0; steps < STEPS_PER_TURN && length < LENGTH_PER_TURN; steps++) {
      if (!this.#isOpen || this.#isDone()) return;
      if (this.#revertedTo !== null && !this.#sendRevert(this.#revertedTo)) return this.#drain();
      const reading = this.#read();
      const step = reading instanceof Promise ? await reading : reading;
      if (step === 'caught up') return this.#awaitNews();
      if (!this.#take(step)) return this.#drain();
      length += step.content?.json.length ?? 0;
    }
  }

  /** A promise only if rows have to be fetched first. */
  #read(): ReadStep | Promise<ReadStep> {
    try {
      return this.#readNext();
    } catch (error) {
      return resumeSuspended(error, () => this.#readAgain());
    }
  }

  /** A generator that has thrown has ended; a new one continues from the same place. */
  #readAgain(): ReadStep {
    this.#events = this.#reader.read(this.#place, this.#query.filter);
    return this.#readNext();
  }

  #readNext(): ReadStep {
    const step = this.#events.next().value;
    if (step === 'caught up') this.#seenHeight = this.#source.chain.head().height;
    return step;
  }

  /** There is a new block. */
  onBlock(): void {
    this.#wake();
  }

  /** The blocks above a height were reverted; there may be others by now. */
  onRevert(height: number): void {
    if (this.#place.height <= height) return;
    if (this.#place.height > height + 1 || this.#place.index > 0) this.#revertedTo = height;
    this.#place = { height: height + 1, index: 0 };
    this.#events = this.#reader.read(this.#place, this.#query.filter);
    this.#wake();
  }

  /** Called at a steady pace: keeps idle connections alive. */
  beat(): void {
    if (this.#isDraining) {
      this.#stalledBeats++;
      if (this.#stalledBeats >= STALLED_BEATS_MAX) this.#sink.drop();
      return;
    }
    this.#stalledBeats = 0;
    const { height } = this.#source.chain.head();
    if (!this.#hasSent) this.#sink.beat(Math.min(height, this.#place.height - 1));
    this.#hasSent = false;
  }

  /** Ends the stream once the last event is sent. */
  close(): void {
    this.#close();
  }

  #findStart(start: EventStart): EventPlace {
    const { height } = this.#source.chain.head();
    const news = { height: height + 1, index: 0 };
    if (start.kind === 'news') return news;
    if (start.kind === 'from') return { height: start.height, index: 0 };
    if (start.place.height <= news.height) return start.place;
    // The events that the listener has received since then were reverted.
    this.#revertedTo = height;
    return news;
  }

  #isDone(): boolean {
    const { toHeight } = this.#query;
    return toHeight !== null && this.#place.height > toHeight;
  }

  /** False if the connection's buffer is full. */
  #take({ place, content }: PlacedEvent): boolean {
    // A new reader skips events that were already sent.
    if (place.height === this.#place.height && place.index < this.#place.index) return true;
    this.#place = { height: place.height, index: place.index + 1 };
    if (content === null || this.#isDone()) return true;
    return this.#send({ id: formatPlace(place), kind: content.kind, json: content.json });
  }

  #sendRevert(height: number): boolean {
    this.#revertedTo = null;
    return this.#send({ id: `${height}`, kind: 'revert', json: RevertEvent.json({ height }) });
  }

  #send(event: SentEvent): boolean {
    this.#hasSent = true;
    return this.#sink.send(event);
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    await this.#sink.drained();
    this.#isDraining = false;
  }

  async #awaitNews(): Promise<void> {
    const height = this.#seenHeight;
    if (this.#place.height <= height) this.#place = { height: height + 1, index: 0 };
    if (this.#isDone() || this.#revertedTo !== null) return;
    // A block may have arrived, or the listener left, while rows were fetched.
    if (!this.#isOpen || this.#source.chain.head().height > height) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #close(): void {
    this.#isOpen = false;
    this.#wake();
  }
}
