// A place in the source of a contract, and how its path is shown.

export interface SourcePlace {
  /** As the compiler wrote it; never opened. */
  readonly file: string;
  readonly line: number;
  /** 0 if it is unknown. */
  readonly column: number;
}

/** Where Cargo keeps the sources of packages, up to the package's own folder. */
const PACKAGE = /^.*[\\/]\.?cargo[\\/](?:registry[\\/]src|git[\\/]checkouts)[\\/][^\\/]+[\\/]/;
/** Where the sources of Rust's library are, as its builders name it. */
const RUST_LIBRARY = /^[\\/]rustc[\\/][0-9a-f]+[\\/]|^.*[\\/]rustlib[\\/]src[\\/]rust[\\/]/;
/** What AssemblyScript calls its library. */
const ASSEMBLY_SCRIPT_LIBRARY = /^~lib[\\/]/;

/** Is the file one of a library, and not of the contract itself? */
export function isLibraryFile(file: string): boolean {
  return PACKAGE.test(file) || isStandardFile(file);
}

function isStandardFile(file: string): boolean {
  return (
    RUST_LIBRARY.test(file) || ASSEMBLY_SCRIPT_LIBRARY.test(file) || file.startsWith('library/')
  );
}

/**
 * Paths of libraries without the part that depends on the machine: that of the standard library
 * from `library/` on, that of a package from its name on.
 */
export function shortenPath(file: string): string {
  return file.replace(RUST_LIBRARY, '').replace(PACKAGE, '');
}
