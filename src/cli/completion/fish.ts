// Completion for fish: one line for each command, option and argument.

import { commandOptions } from '../commandLine.ts';
import type { CommandDefinition, OptionDefinition } from '../optionDefinition.ts';
import { COMMANDS } from '../optionTable.ts';
import { argumentWords, valueWords } from './words.ts';

export function formatFishCompletion(): string {
  const names = COMMANDS.map(({ name }) => name).join(' ');
  return [
    '# Completion of perigee for fish. Load it with: perigee completion fish | source',
    `set -l commands ${names}`,
    ...COMMANDS.map(({ name, summary }) => {
      const isFirst = 'not __fish_seen_subcommand_from $commands';
      return `complete -c perigee -n "${isFirst}" -f -a ${name} -d ${quote(summary)}`;
    }),
    ...COMMANDS.flatMap(formatCommand),
    '',
  ].join('\n');
}

function formatCommand(command: CommandDefinition): string[] {
  const when = `complete -c perigee -n "__fish_seen_subcommand_from ${command.name}"`;
  const words = argumentWords(command);
  return [
    ...(words.length === 0 ? [] : [`${when} -f -a ${quote(words.join(' '))}`]),
    ...commandOptions(command).map((option) => `${when} ${formatOption(option)}`),
  ];
}

function formatOption(option: OptionDefinition): string {
  const { name, short, value, description } = option;
  const letter = short === undefined ? '' : `-s ${short} `;
  const text = `${letter}-l ${name} -d ${quote(description)}`;
  if (value === undefined) return text;
  const words = valueWords(option);
  return words === null ? `${text} -r -F` : `${text} -x -a ${quote(words.join(' '))}`;
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
