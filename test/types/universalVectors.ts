// Universal accounts as the reference's own types write them: ids, state inits, actions, accounts
// and errors, from a program that uses its crates (the file names their versions).

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { repositoryPath } from '../support/repository.ts';

/** Bytes in hexadecimal, and JSON texts with sorted keys. */
interface Encoded {
  readonly borsh: string;
  readonly json: string;
}

interface Vectors {
  readonly ids: readonly (readonly [id: string, type: string])[];
  readonly stateInits: readonly {
    readonly raw: string;
    readonly status: 'ok' | 'malformed' | 'nonCanonical';
    readonly id: string;
    /** Entries and keys. */
    readonly counts: readonly [number, number];
    /** The same, as a contract that sends the bytes pays for them. */
    readonly sendCounts: readonly [number, number];
    readonly json: string | null;
    readonly canonical: string | null;
  }[];
  readonly actions: readonly (Encoded & { readonly view: string })[];
  readonly delegates: readonly (Encoded & { readonly view: string; readonly hash: string })[];
  readonly accounts: readonly (Encoded & { readonly view: string })[];
  readonly accountRecords: readonly {
    readonly json: string;
    readonly borsh?: string;
    readonly error?: string;
  }[];
  readonly errors: readonly (Encoded & { readonly type: string; readonly text: string })[];
  readonly bootstraps: readonly {
    readonly borsh: string;
    readonly isBootstrap: boolean;
    readonly postQuantum: boolean;
  }[];
}

export function readUniversalVectors(): Vectors {
  const path = repositoryPath('test/vectors/universalAccounts.json.gz');
  return JSON.parse(gunzipSync(readFileSync(path)).toString('utf8'));
}
