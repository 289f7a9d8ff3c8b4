// A counter in AssemblyScript. A contract's exports are its methods; what the chain provides is
// imported from the module `env`. Texts and numbers are passed by their place in memory.

@external('env', 'storage_read')
declare function storage_read(keyBytes: u64, key: u64, register: u64): u64;

@external('env', 'storage_write')
declare function storage_write(
  keyBytes: u64,
  key: u64,
  valueBytes: u64,
  value: u64,
  register: u64,
): u64;

@external('env', 'read_register')
declare function read_register(register: u64, to: u64): void;

@external('env', 'value_return')
declare function value_return(bytes: u64, from: u64): void;

/** The key in the contract's storage, and a place for the value. */
const KEY: u64 = memory.data<u8>([99]);
const VALUE: u64 = memory.data(8);

function read(): u64 {
  if (storage_read(1, KEY, 0) == 0) return 0;
  read_register(0, VALUE);
  return load<u64>(<usize>VALUE);
}

function write(value: u64): void {
  store<u64>(<usize>VALUE, value);
  storage_write(1, KEY, 8, VALUE, 0);
}

/** Clients expect JSON. */
function answer(value: u64): void {
  const text = String.UTF8.encode(value.toString());
  value_return(text.byteLength, changetype<usize>(text));
}

export function get(): void {
  answer(read());
}

export function increment(): void {
  write(read() + 1);
  answer(read());
}
