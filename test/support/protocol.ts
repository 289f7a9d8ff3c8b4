// The protocols that tests run.

import { newestVersion, protocolAt } from '../../src/params/protocol.ts';

/** What a new chain runs. */
export const PROTOCOL = protocolAt(newestVersion('release'), 'release');

/** What most recordings were made with. */
export const SNAPSHOT = protocolAt(87, 'cd297313f2');
