// Freezes a table of parameters with everything in it, so that no execution can change a number.

export function freezeDeep<T extends object>(table: T): Readonly<T> {
  for (const value of Object.values(table)) {
    if (typeof value === 'object' && value !== null) freezeDeep(value);
  }
  return Object.freeze(table);
}
