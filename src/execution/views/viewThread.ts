// The pool's side of one view thread.

import { TaskThread } from '../taskThread.ts';
import {
  detachTask,
  type FromViewThread,
  type ViewTask,
  type ViewThreadData,
} from './viewMessages.ts';

export type FinishedTask = Extract<FromViewThread, { kind: 'done' | 'prepared' }>;

export class ViewThread {
  readonly #thread: TaskThread<ViewTask, FinishedTask>;

  /** `onEnd` is called once, when the thread accepts no more tasks. */
  constructor(data: ViewThreadData, onEnd: (thread: ViewThread) => void) {
    const url = new URL('./viewWorker.js', import.meta.url);
    this.#thread = new TaskThread({ url, data, taskName: 'call' }, () => onEnd(this));
  }

  run(task: ViewTask, timeoutMs: number): Promise<FinishedTask> {
    return this.#thread.run(detachTask(task), timeoutMs);
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}
