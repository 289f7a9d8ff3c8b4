// What the set-up of a run of Jest leaves to its end. Jest loads the two modules on their own, so
// they meet here.

let end: () => Promise<void> = async () => {};

export function endTestNodesWith(stop: () => Promise<void>): void {
  end = stop;
}

export function endTestNodes(): Promise<void> {
  return end();
}
