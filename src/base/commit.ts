// The commit that the program was built from. `scripts/setup.js` replaces the compiled module with
// one that names it; the modules that tests are compiled to have this one.

export const COMMIT: string = 'unknown';
