// A queue of tasks that is fair to accounts, and within an account to its methods, by the time
// their tasks have taken: start-time fair queueing. Time is virtual: it only advances when a task
// is taken. An account that has used little goes before one that has used much, however many tasks
// either has queued, and idle time earns no credit. When the queue is full, the account that takes
// up most of it loses its newest task. If all entries cost about the same,
// `base/scheduling/roundRobinQueue.ts` is enough.

export interface ViewedAccount {
  readonly accountId: string;
  readonly methodName: string;
  /** The memory that the task takes while it waits. */
  readonly bytes: number;
}

/** Charged when a task is taken, and corrected when it has finished. */
const EXPECTED_MS = 10;
/** Beyond this bound, accounts without tasks are dropped. */
const ACCOUNTS_REMEMBERED = 1_000;
/** Further methods of an account share a turn, and so do those with longer names. */
const METHODS_MAX = 100;
const METHOD_CHARS_MAX = 256;

interface Turn {
  /** When it may be taken next, in virtual milliseconds. */
  nextMs: number;
  running: number;
}

interface MethodLine<Job> extends Turn {
  readonly jobs: Job[];
}

interface AccountLines<Job> extends Turn {
  readonly methods: Map<string, MethodLine<Job>>;
  nowMs: number;
  waiting: number;
  bytes: number;
}

interface Place<Job> {
  readonly account: AccountLines<Job>;
  readonly line: MethodLine<Job>;
}

export class FairQueue<Job extends ViewedAccount> {
  readonly #accounts = new Map<string, AccountLines<Job>>();
  /** For all waiting and running tasks. */
  readonly #places = new Map<Job, Place<Job>>();
  #nowMs = 0;
  #waiting = 0;
  #bytes = 0;
  #running = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** The bytes of all waiting tasks. */
  get bytes(): number {
    return this.#bytes;
  }

  get running(): number {
    return this.#running;
  }

  add(job: Job): void {
    const place = this.#findPlace(job);
    this.#places.set(job, place);
    place.line.jobs.push(job);
    this.#count(place.account, 1, job.bytes);
  }

  /** The next task, which counts as running until it is finished. Null if none is waiting. */
  take(): Job | null {
    const account = earliest(this.#accounts, ({ waiting }) => waiting > 0, this.#nowMs);
    const line = account && earliest(account.methods, ({ jobs }) => jobs.length > 0, account.nowMs);
    const job = line?.jobs.shift();
    if (account === null || line === null || job === undefined) return null;
    this.#count(account, -1, -job.bytes);
    this.#nowMs = begin(account, this.#nowMs);
    account.nowMs = begin(line, account.nowMs);
    this.#running++;
    return job;
  }

  /** `durationMs` is how long it has occupied a thread. */
  finish(job: Job, durationMs: number): void {
    const { account, line } = this.#places.get(job) as Place<Job>;
    for (const turn of [account, line]) {
      turn.running--;
      turn.nextMs += durationMs - EXPECTED_MS;
    }
    this.#places.delete(job);
    this.#running--;
    this.#forget();
  }

  /** False if the task is not waiting. */
  remove(job: Job): boolean {
    const place = this.#places.get(job);
    const index = place?.line.jobs.indexOf(job) ?? -1;
    if (place === undefined || index === -1) return false;
    place.line.jobs.splice(index, 1);
    this.#places.delete(job);
    this.#count(place.account, -1, -job.bytes);
    return true;
  }

  /** Removes the newest task of the account with the most tasks, or the most bytes in them. */
  dropGreediest(measure: 'waiting' | 'bytes'): Job | null {
    let greediest: AccountLines<Job> | null = null;
    for (const account of this.#accounts.values()) {
      if (account.waiting === 0) continue;
      // Among equals, the one that came last.
      if (greediest === null || account[measure] >= greediest[measure]) greediest = account;
    }
    if (greediest === null) return null;
    const lines = [...greediest.methods.values()].filter(({ jobs }) => jobs.length > 0);
    const longest = lines.reduce((a, b) => (b.jobs.length >= a.jobs.length ? b : a));
    const dropped = longest.jobs.at(-1) as Job;
    this.remove(dropped);
    return dropped;
  }

  /** Removes all waiting tasks. */
  drain(): Job[] {
    return [...this.#places.keys()].filter((job) => this.remove(job));
  }

  #findPlace({ accountId, methodName }: Job): Place<Job> {
    const account = getOrAdd(this.#accounts, accountId, () => ({
      ...{ nextMs: 0, running: 0, nowMs: 0, waiting: 0, bytes: 0 },
      methods: new Map(),
    }));
    const { methods } = account;
    const isNamed = methods.size < METHODS_MAX && methodName.length <= METHOD_CHARS_MAX;
    const method = isNamed || methods.has(methodName) ? methodName : '';
    const line = getOrAdd(methods, method, () => ({ nextMs: 0, running: 0, jobs: [] }));
    return { account, line };
  }

  #count(account: AccountLines<Job>, waiting: number, bytes: number): void {
    account.waiting += waiting;
    account.bytes += bytes;
    this.#waiting += waiting;
    this.#bytes += bytes;
  }

  /**
   * Without any tasks all debts are cleared; otherwise the oldest accounts beyond the bound are
   * dropped.
   */
  #forget(): void {
    if (this.#waiting === 0 && this.#running === 0) {
      this.#accounts.clear();
      this.#nowMs = 0;
    }
    for (const [accountId, { waiting, running }] of this.#accounts) {
      if (this.#accounts.size <= ACCOUNTS_REMEMBERED) return;
      if (waiting === 0 && running === 0) this.#accounts.delete(accountId);
    }
  }
}

/** Starts a turn; virtual time advances to it. */
function begin(turn: Turn, nowMs: number): number {
  const startMs = Math.max(turn.nextMs, nowMs);
  turn.nextMs = startMs + EXPECTED_MS;
  turn.running++;
  return startMs;
}

/** Among equals, the one that was idle before, then the first. */
function earliest<T extends Turn>(
  turns: ReadonlyMap<string, T>,
  isWaiting: (turn: T) => boolean,
  nowMs: number,
): T | null {
  let first: T | null = null;
  for (const turn of turns.values()) {
    if (isWaiting(turn) && (first === null || isBefore(turn, first, nowMs))) first = turn;
  }
  return first;
}

function isBefore(a: Turn, b: Turn, nowMs: number): boolean {
  const laterMs = Math.max(a.nextMs, nowMs) - Math.max(b.nextMs, nowMs);
  return laterMs < 0 || (laterMs === 0 && a.nextMs < b.nextMs);
}

function getOrAdd<V>(map: Map<string, V>, key: string, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
