// The text of `--help`, for the program and for each command, generated from the table of options.

import { commandOptions } from './commandLine.ts';
import type { CommandDefinition, OptionDefinition } from './optionDefinition.ts';
import { COMMANDS } from './optionTable.ts';

export function formatProgramHelp(): string {
  const rows = COMMANDS.map((command): Row => [commandUsage(command), command.summary]);
  return [
    'Perigee, a NEAR-protocol node.',
    '',
    'Usage: perigee [COMMAND] [OPTIONS]',
    '',
    'Commands:',
    ...formatRows(rows),
    '',
    `Without a command, perigee does ${COMMANDS[0].name}.`,
    '`perigee help COMMAND` and `perigee COMMAND --help` show the options of a command,',
    '`perigee --version` the version.',
    '',
  ].join('\n');
}

export function formatCommandHelp(command: CommandDefinition): string {
  const { argument } = command;
  const argumentRows: Row[] = argument ? [[argument.name, argument.description]] : [];
  const optionRows = commandOptions(command).map(
    (option): Row => [optionUsage(option), describeOption(option)],
  );
  return [
    command.summary,
    '',
    `Usage: perigee ${commandUsage(command)} [OPTIONS]`,
    '',
    'Options:',
    ...formatRows([...argumentRows, ...optionRows]),
    '',
  ].join('\n');
}

export function commandUsage({ name, argument }: CommandDefinition): string {
  return argument ? `${name} ${argument.name}` : name;
}

export function optionUsage({ name, short, value, words }: OptionDefinition): string {
  if (words !== undefined) return `--${name}[=${words.join('|')}]`;
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

function describeOption({ description, defaultValue, usualValue }: OptionDefinition): string {
  const usual = defaultValue ?? usualValue;
  return usual === undefined ? description : `${description} (default ${usual})`;
}

type Row = readonly [name: string, text: string];

function formatRows(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
