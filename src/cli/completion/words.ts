// What shells complete: commands, their options, and words for arguments and values.

import { fundedAccountIds, ROOT_ACCOUNT } from '../../params/genesisDefaults.ts';
import { LOG_LEVELS } from '../../telemetry/logLevel.ts';
import { TRACE_LEVELS } from '../../trace/tree/transactionTrace.ts';
import { commandOptions } from '../commandLine.ts';
import { SHELLS } from '../definitions/tools.ts';
import type { CommandDefinition, OptionDefinition } from '../optionDefinition.ts';

/** Asking a node takes too long for a key press; these are the accounts of every new chain. */
const ACCOUNT_IDS: readonly string[] = [ROOT_ACCOUNT, ...fundedAccountIds(10)];

/** The words of an option's value by its placeholder or its name; files for the others. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  ACCOUNT: ACCOUNT_IDS,
  BLOCK: ['latest', 'final'],
  log: LOG_LEVELS,
  level: TRACE_LEVELS,
  mining: ['auto', 'manual', 'interval:1000'],
};

const TAKES_ACCOUNTS = /\b(?:ACCOUNT|CONTRACT|FROM)\b/;

/** Null for a value that may be a file. */
export function valueWords({ name, value }: OptionDefinition): readonly string[] | null {
  return VALUES[name] ?? VALUES[value ?? ''] ?? null;
}

export function argumentWords({ name, argument }: CommandDefinition): readonly string[] {
  if (name === 'completion') return SHELLS;
  if (name === 'block') return VALUES.BLOCK ?? [];
  return TAKES_ACCOUNTS.test(argument?.name ?? '') ? ACCOUNT_IDS : [];
}

export function optionWords(command: CommandDefinition): string[] {
  return commandOptions(command).map(({ name }) => `--${name}`);
}
