// A contract in AssemblyScript whose methods fail. The lines matter: the tests name them.

@external('env', 'panic_utf8')
declare function panic_utf8(length: u64, pointer: u64): void;

/** Three calls deep. */
export function count(): void {
  step(load<u64>(0) + 3);
}

export function trap(): void {
  unreachable();
}

export function refuse(): void {
  assert(load<u64>(0) == 1, 'there is none');
}

@inline
function step(value: u64): void {
  divide(value);
}

function divide(value: u64): void {
  if (value > 1) panic(value);
  panic(value + 1);
}

function panic(value: u64): void {
  panic_utf8(value, 0);
}
