// Asynchronous work that several callers may ask for at the same time: while it is under way, its
// promise is shared by all who ask for the same name. Nothing is kept once it has ended.

export class SharedTasks {
  readonly #running = new Map<string, Promise<unknown>>();

  share<T>(name: string, start: () => Promise<T>): Promise<T> {
    const running = this.#running.get(name) as Promise<T> | undefined;
    if (running !== undefined) return running;
    const started = start().finally(() => this.#running.delete(name));
    this.#running.set(name, started);
    return started;
  }
}
