// The props of every page.

export interface PageProps {
  /** The rest of the URL after the page: an account, a hash, a height. */
  readonly subject: string;
}
