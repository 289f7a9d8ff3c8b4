// The error of a server that cannot listen on its address.

import { PerigeeError } from '../../base/errors.ts';

export interface Address {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

export class CannotListen extends PerigeeError<{ readonly code: 'cannot_listen' }> {
  constructor({ host, port }: Address, cause: NodeJS.ErrnoException) {
    const reason =
      cause.code === 'EADDRINUSE'
        ? 'another program uses it; stop that one or choose another --port'
        : cause.message;
    super({ code: 'cannot_listen' }, `cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}
