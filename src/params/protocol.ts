// The protocol at one version, as one frozen value: parameters, features, formats. Everything that
// varies by version asks the value it was given. Each version is declared in versions/ as its
// difference from the version before; the tables hold the numbers of the oldest one.

import { PerigeeError } from '../base/errors.ts';
import type { Dialect } from './dialect.ts';
import { freezeDeep } from './freezeDeep.ts';
import { type ProtocolTables, TABLES } from './tables/tables.ts';
import type { VersionChange } from './versions/versionChange.ts';
import { NIGHTLY_VERSIONS, VERSIONS } from './versions/versions.ts';

export type Protocol = Readonly<ProtocolTables> & {
  readonly version: number;
  readonly dialect: Dialect;
};

type UnknownVersion = { readonly code: 'unknown_protocol_version'; readonly version: number };

const built = new Map<string, Protocol>();

/**
 * Throws a PerigeeError of code `unknown_protocol_version`. The same value for the same version.
 */
export function protocolAt(version: number, dialect: Dialect): Protocol {
  const key = `${dialect} ${version}`;
  let protocol = built.get(key);
  if (protocol === undefined) {
    protocol = buildProtocol(version, dialect);
    built.set(key, protocol);
  }
  return protocol;
}

function buildProtocol(version: number, dialect: Dialect): Protocol {
  const changes = [...VERSIONS[dialect], ...NIGHTLY_VERSIONS[dialect]];
  if (!changes.some((change) => change.version === version)) throw unknownVersion(version, dialect);
  const applied = changes.filter((change) => change.version <= version);
  return freezeDeep({ ...applied.reduce(applyChange, TABLES), version, dialect });
}

function applyChange(tables: ProtocolTables, { version: _, ...changes }: VersionChange) {
  const changed: Partial<Record<keyof ProtocolTables, object>> = {};
  for (const [name, values] of Object.entries(changes)) {
    const table = name as keyof ProtocolTables;
    changed[table] = { ...tables[table], ...values };
  }
  return { ...tables, ...changed } as ProtocolTables;
}

/** The versions that the released software runs, oldest first. */
export function stableVersions(dialect: Dialect): readonly number[] {
  return VERSIONS[dialect].map(({ version }) => version);
}

/** The versions of features that are not released yet, oldest first. */
export function nightlyVersions(dialect: Dialect): readonly number[] {
  return NIGHTLY_VERSIONS[dialect].map(({ version }) => version);
}

export function isKnownVersion(version: number, dialect: Dialect): boolean {
  return knownVersions(dialect).includes(version);
}

/** The steps of an upgrade; versions that are not released only on the way to one. */
export function versionsAfter(version: number, target: number, dialect: Dialect): number[] {
  const stable = stableVersions(dialect);
  const isNightly = !stable.includes(target);
  const known = isNightly ? knownVersions(dialect) : stable;
  return known.filter((one) => one > version && one <= target);
}

function knownVersions(dialect: Dialect): readonly number[] {
  return [...stableVersions(dialect), ...nightlyVersions(dialect)];
}

/** The first version whose protocol has something; null if there is none. */
export function firstVersionWith(
  dialect: Dialect,
  hasIt: (protocol: Protocol) => boolean,
): number | null {
  return knownVersions(dialect).find((version) => hasIt(protocolAt(version, dialect))) ?? null;
}

/** Null for a version that is not known. */
export function findProtocol(version: number, dialect: Dialect): Protocol | null {
  return isKnownVersion(version, dialect) ? protocolAt(version, dialect) : null;
}

/** The newest known version up to this one; the oldest for a chain that is older than all. */
export function protocolNear(version: number, dialect: Dialect): Protocol {
  const known = knownVersions(dialect);
  return protocolAt(known.findLast((one) => one <= version) ?? (known[0] as number), dialect);
}

/** The newest version of the software that runs a chain at the given version. */
export function newestVersion(dialect: Dialect, running = 0): number {
  const stable = stableVersions(dialect).at(-1) as number;
  return running > stable ? (nightlyVersions(dialect).at(-1) as number) : stable;
}

function unknownVersion(version: number, dialect: Dialect): PerigeeError<UnknownVersion> {
  return new PerigeeError<UnknownVersion>(
    { code: 'unknown_protocol_version', version },
    describeUnknownVersion(version, dialect),
  );
}

export function describeUnknownVersion(version: number, dialect: Dialect): string {
  return `protocol version ${version} is not known; ${describeKnownVersions(dialect)}`;
}

export function describeKnownVersions(dialect: Dialect): string {
  const stable = stableVersions(dialect);
  const named = dialect === 'release' ? '' : ` of dialect ${dialect}`;
  const nightly = `and as nightly ${nightlyVersions(dialect).join(', ')}`;
  return `this program runs versions ${stable[0]} to ${stable.at(-1)}${named}, ${nightly}`;
}
