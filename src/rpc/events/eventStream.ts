// One listener: a place in the stored chain, and a connection that is fed from there. The next
// event is read only when the connection has taken the last one, so a slow listener costs no
// memory, and after some events everybody else has a turn.

import type { RpcContext } from '../context.ts';
import { type EventPlace, formatPlace, type PlacedEvent, RevertEvent } from './chainEvent.ts';
import type { EventQuery, EventStart } from './eventQuery.ts';
import type { EventReader, ReadStep } from './eventReader.ts';
import type { EventSink, SentEvent } from './eventSink.ts';

/** What is read for one listener before the others have a turn. */
const STEPS_PER_TURN = 64;
/** A connection that took nothing for so many beats is dropped; its owner can resume. */
const STALLED_BEATS_MAX = 4;

/** What a listener hears of. */
export type EventSource = Pick<RpcContext, 'chain' | 'load'>;

export class EventStream {
  readonly #source: EventSource;
  readonly #reader: EventReader;
  readonly #query: EventQuery;
  /** Nobody calls a stream that does not run. */
  #sink!: EventSink;
  #events: ReturnType<EventReader['read']>;
  /** The place after the last event that was read. */
  #place: EventPlace;
  /** The head when there was nothing more to read. */
  #seenHeight = 0;
  /** The height to which the listener must go back. */
  #revertedTo: number | null = null;
  #wake: () => void = () => {};
  #isOpen = true;
  #isDraining = false;
  #hasSent = false;
  #stalledBeats = 0;

  /** Throws when the chain cannot say where its head is. */
  constructor(source: EventSource, reader: EventReader, query: EventQuery) {
    this.#source = source;
    this.#reader = reader;
    this.#query = query;
    this.#place = this.#findStart(query.start);
    this.#events = reader.read(this.#place, query.filter);
  }

  /** Resolves when the connection is gone or everything was sent. */
  async run(sink: EventSink): Promise<void> {
    this.#sink = sink;
    sink.onClose(() => this.#close());
    for (let steps = 1; this.#isOpen && !this.#isDone(); steps++) {
      if (this.#revertedTo !== null) await this.#sendRevert(this.#revertedTo);
      const { load } = this.#source;
      const step = load === undefined ? this.#readHere() : await this.#readThere(load);
      if (step === 'caught up') await this.#awaitNews();
      else await this.#take(step);
      if (steps % STEPS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    sink.end();
  }

  /** A reader that lacks a row is over; when the row is there, another goes on from the place. */
  #readThere(load: NonNullable<EventSource['load']>): Promise<ReadStep> {
    return load(() => {
      try {
        return this.#readHere();
      } catch (error) {
        this.#events = this.#reader.read(this.#place, this.#query.filter);
        throw error;
      }
    });
  }

  #readHere(): ReadStep {
    const step = this.#events.next().value;
    if (step === 'caught up') this.#seenHeight = this.#source.chain.head().height;
    return step;
  }

  /** There is a new block. */
  onBlock(): void {
    this.#wake();
  }

  /** The blocks above a height were taken back; there may be others by now. */
  onRevert(height: number): void {
    if (this.#place.height <= height) return;
    if (this.#place.height > height + 1 || this.#place.index > 0) this.#revertedTo = height;
    this.#place = { height: height + 1, index: 0 };
    this.#events = this.#reader.read(this.#place, this.#query.filter);
    this.#wake();
  }

  /** Called at a steady pace: tells a silent listener that it is not forgotten. */
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

  /** Ends the stream as soon as the last event is through. */
  close(): void {
    this.#close();
  }

  #findStart(start: EventStart): EventPlace {
    const { height } = this.#source.chain.head();
    const news = { height: height + 1, index: 0 };
    if (start.kind === 'news') return news;
    if (start.kind === 'from') return { height: start.height, index: 0 };
    if (start.place.height <= news.height) return start.place;
    // What the listener has heard of since was taken back.
    this.#revertedTo = height;
    return news;
  }

  #isDone(): boolean {
    const { toHeight } = this.#query;
    return toHeight !== null && this.#place.height > toHeight;
  }

  async #take({ place, content }: PlacedEvent): Promise<void> {
    // A reader that began again passes what was sent already.
    if (place.height === this.#place.height && place.index < this.#place.index) return;
    this.#place = { height: place.height, index: place.index + 1 };
    if (content === null || this.#isDone()) return;
    await this.#send({ id: formatPlace(place), kind: content.kind, json: content.json });
  }

  async #sendRevert(height: number): Promise<void> {
    this.#revertedTo = null;
    await this.#send({ id: `${height}`, kind: 'revert', json: RevertEvent.json({ height }) });
  }

  async #send(event: SentEvent): Promise<void> {
    this.#hasSent = true;
    if (this.#sink.send(event)) return;
    this.#isDraining = true;
    await this.#sink.drained();
    this.#isDraining = false;
  }

  async #awaitNews(): Promise<void> {
    const height = this.#seenHeight;
    if (this.#place.height <= height) this.#place = { height: height + 1, index: 0 };
    if (this.#isDone() || this.#revertedTo !== null) return;
    // A block may have come, or the listener gone, while rows were on their way.
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
