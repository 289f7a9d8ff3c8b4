// Which view task runs next. Methods that have lately been quick may run on any thread. Slow ones
// share some of the threads, and one that was never seen runs alone of its account. So a contract
// that takes its time delays itself and its like, and nobody else. The first that may run is the
// next.

/** A task that holds a thread for longer is slow. */
const QUICK_MS = 100;
/** What a quick task leaves of the memory of a slow one: trust comes back step by step. */
const REMEMBERED = 0.5;
const METHODS_REMEMBERED = 10_000;

export interface ViewedAccount {
  readonly accountId: string;
  /** What is asked of the account. */
  readonly methodName: string;
}

interface ViewQueueLimits {
  /** Half of them may wait for a thread that takes slow and new ones. */
  readonly waitingMax: number;
  readonly slowRunningMax: number;
}

type Pace = 'quick' | 'slow' | 'unknown';

export class ViewQueue<Job extends ViewedAccount> {
  readonly #limits: ViewQueueLimits;
  readonly #waiting: Job[] = [];
  /** Each with the pace that it was thought to have when it began. */
  readonly #running = new Map<Job, Pace>();
  /** How long a method has taken lately, in milliseconds; the one that ran last stands last. */
  readonly #durations = new Map<string, number>();

  constructor(limits: ViewQueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get running(): number {
    return this.#running.size;
  }

  /** False if there is no room. */
  add(job: Job): boolean {
    const { waitingMax } = this.#limits;
    const roomForJob = this.#paceOf(job) === 'quick' ? waitingMax : waitingMax / 2;
    if (this.#waiting.length >= roomForJob) return false;
    this.#waiting.push(job);
    return true;
  }

  /** The next task; it runs until it is finished. Null if none may run now. */
  take(): Job | null {
    const place = this.#waiting.findIndex((job) => this.#mayRun(job));
    const [job] = place === -1 ? [] : this.#waiting.splice(place, 1);
    if (job === undefined) return null;
    this.#running.set(job, this.#paceOf(job));
    return job;
  }

  finish(job: Job, durationMs: number): void {
    this.#running.delete(job);
    const method = methodOf(job);
    const before = this.#durations.get(method) ?? 0;
    this.#durations.delete(method);
    this.#durations.set(method, Math.max(durationMs, before * REMEMBERED));
    if (this.#durations.size <= METHODS_REMEMBERED) return;
    const [oldest] = this.#durations.keys();
    this.#durations.delete(oldest as string);
  }

  /** Takes out everything that waits. */
  drain(): Job[] {
    return this.#waiting.splice(0);
  }

  #paceOf(job: Job): Pace {
    const durationMs = this.#durations.get(methodOf(job));
    if (durationMs === undefined) return 'unknown';
    return durationMs <= QUICK_MS ? 'quick' : 'slow';
  }

  #mayRun(job: Job): boolean {
    const pace = this.#paceOf(job);
    if (pace === 'quick') return true;
    const others = [...this.#running].filter(([, other]) => other === pace);
    if (pace === 'slow') return others.length < this.#limits.slowRunningMax;
    return others.every(([other]) => other.accountId !== job.accountId);
  }
}

function methodOf({ accountId, methodName }: ViewedAccount): string {
  return `${accountId} ${methodName}`;
}
