// The text of `--help`, for the program and for each command, generated from the table of options.
// `--all` adds the options of groups; without it the groups are named.

import { commandOptions } from './commandLine.ts';
import {
  type CommandDefinition,
  OPTION_GROUPS,
  type OptionDefinition,
} from './optionDefinition.ts';
import { COMMAND_GROUPS, COMMANDS } from './optionTable.ts';

export function formatProgramHelp(): string {
  const width = Math.max(...COMMANDS.map((command) => commandUsage(command).length));
  return [
    'Perigee, a NEAR-protocol node.',
    '',
    'Usage: perigee [COMMAND] [OPTIONS]',
    '',
    ...COMMAND_GROUPS.flatMap(({ title, commands }) => [
      `${title}:`,
      ...formatRows(
        commands.map((command): Row => [commandUsage(command), command.summary]),
        width,
      ),
      '',
    ]),
    `Without a command, perigee does ${COMMANDS[0].name}.`,
    '`perigee help COMMAND` and `perigee COMMAND --help` show the options of a command,',
    '`perigee --version` the version.',
    '',
  ].join('\n');
}

export function formatCommandHelp(command: CommandDefinition, isComplete: boolean): string {
  const { argument } = command;
  const argumentRows: Row[] = argument ? [[argument.name, argument.description]] : [];
  const options = commandOptions(command);
  const main = options.filter(({ group }) => group === undefined);
  return [
    command.summary,
    '',
    `Usage: perigee ${commandUsage(command)} [OPTIONS]`,
    '',
    'Options:',
    ...formatRows([...argumentRows, ...main.map(optionRow)]),
    '',
    ...(isComplete ? formatGroups(options) : nameGroups(command, options)),
  ].join('\n');
}

function formatGroups(options: readonly OptionDefinition[]): string[] {
  return listGroups(options).flatMap(({ group, members }) => [
    `${group}:`,
    ...formatRows(members.map(optionRow)),
    '',
  ]);
}

function nameGroups({ name }: CommandDefinition, options: readonly OptionDefinition[]): string[] {
  const groups = listGroups(options);
  if (groups.length === 0) return [];
  const hidden = groups.reduce((sum, { members }) => sum + members.length, 0);
  const named = groups.map(({ group, members }) => `${group} (${members.length})`).join(', ');
  return [`${hidden} more with perigee ${name} --help --all: ${named}.`, ''];
}

/** The groups that some of the options are in. */
function listGroups(options: readonly OptionDefinition[]) {
  return OPTION_GROUPS.map((group) => ({
    group,
    members: options.filter((option) => option.group === group),
  })).filter(({ members }) => members.length > 0);
}

export function commandUsage({ name, argument }: CommandDefinition): string {
  return argument ? `${name} ${argument.name}` : name;
}

export function optionUsage({ name, short, value, words }: OptionDefinition): string {
  if (words !== undefined) return `--${name}[=${words.join('|')}]`;
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

type Row = readonly [name: string, text: string];

function optionRow(option: OptionDefinition): Row {
  const { description, defaultValue, usualValue } = option;
  const usual = defaultValue ?? usualValue;
  return [
    optionUsage(option),
    usual === undefined ? description : `${description} (default ${usual})`,
  ];
}

function formatRows(rows: readonly Row[], least = 0): string[] {
  const width = Math.max(least, ...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}
