// Lets requests wait while connections arrive in a burst. Node accepts one connection per turn of
// the event loop. If each turn also served everybody who was accepted before, the last of n
// connections would wait for about n²/2 responses; this way it waits for none. A single connection
// causes no delay: its request is served in the turn in which it arrives.

/** Connections of a burst; then requests are served even if more are waiting. */
const ACCEPTED_MAX = 256;

export class AcceptBursts {
  readonly #schedule: (callback: () => void) => void;
  #waiting: (() => void)[] = [];
  #isOpen = false;
  #accepted = 0;
  #hasAccepted = false;

  constructor(schedule: (callback: () => void) => void = setImmediate) {
    this.#schedule = schedule;
  }

  onAccept(): void {
    this.#accepted++;
    this.#hasAccepted = true;
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#schedule(this.#endTurn);
  }

  /** Whether requests have to wait. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Calls back at the end of the burst. Every connection waits at most once. */
  defer(serve: () => void): void {
    this.#waiting.push(serve);
  }

  readonly #endTurn = (): void => {
    if (this.#hasAccepted && this.#accepted < ACCEPTED_MAX) {
      this.#hasAccepted = false;
      this.#schedule(this.#endTurn);
      return;
    }
    this.#isOpen = false;
    this.#accepted = 0;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const serve of waiting) serve();
  };
}
