// What a row of the table of errors says, and the remedies that many of them share.

export interface ErrorDefinition {
  readonly meaning: string;
  readonly remedy: string;
  /**
   * The spelling in RPC responses where it differs: published before codes had one spelling, and
   * clients may compare it.
   */
  readonly wireName?: string;
}

export const CORRECT_INPUT = 'Correct the value that the message names.';
export const TRY_AGAIN = 'Send the request again later.';
export const REPORT = 'Report it, with the stack trace from the log.';
export const RESTORE = 'Run `perigee verify`, which shows what is wrong and can restore it.';
