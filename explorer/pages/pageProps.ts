// What every page is given.

export interface PageProps {
  /** What the address names behind the page: an account, a hash, a height. */
  readonly subject: string;
}
