// What a user may say about the protocol of a chain: its dialect, and the version of its genesis.

import { PerigeeError } from '../base/errors.ts';
import type { Dialect } from './dialect.ts';
import {
  describeUnknownVersion,
  isKnownVersion,
  newestVersion,
  stableVersions,
} from './protocol.ts';

export interface ProtocolChoice {
  /** That of the release for a new chain; an existing one must have it. */
  readonly dialect?: Dialect | undefined;
  /** The version of the genesis: the newest one for a new chain; an existing one must have it. */
  readonly protocol?: number | undefined;
  /** Allows versions with features that are not released. */
  readonly nightly?: boolean | undefined;
}

type ChoiceError = { readonly code: 'unknown_protocol_version' };

/** The version that a new chain begins with; throws a PerigeeError for one that it may not have. */
export function chooseFirstVersion({ dialect = 'release', protocol, nightly }: ProtocolChoice) {
  const version = protocol ?? newestVersion(dialect);
  verifyVersion(version, dialect, nightly === true);
  return version;
}

/** Throws a PerigeeError for a version that is unknown, or not released and not asked for. */
export function verifyVersion(version: number, dialect: Dialect, nightly: boolean): void {
  if (!isKnownVersion(version, dialect)) {
    throw choiceError(describeUnknownVersion(version, dialect));
  }
  if (nightly || stableVersions(dialect).includes(version)) return;
  throw choiceError(`protocol version ${version} is not released; --nightly allows it`);
}

function choiceError(message: string): PerigeeError<ChoiceError> {
  return new PerigeeError({ code: 'unknown_protocol_version' }, message);
}
