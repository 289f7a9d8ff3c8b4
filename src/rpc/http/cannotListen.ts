// Why a server cannot listen at its address.

import { PerigeeError } from '../../base/errors.ts';

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export class CannotListen extends PerigeeError<{ readonly code: 'cannot_listen' }> {
  constructor({ host, port }: ListenAddress, cause: NodeJS.ErrnoException) {
    const reason =
      cause.code === 'EADDRINUSE'
        ? 'another program uses it; stop that one or choose another --port'
        : cause.message;
    super({ code: 'cannot_listen' }, `cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}
