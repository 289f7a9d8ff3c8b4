// The page docs/reference/cli.md, generated from the table of options by `npm run docs`.

import { commandUsage, optionUsage } from './help.ts';
import type { CommandDefinition, OptionDefinition } from './optionDefinition.ts';
import { COMMANDS, COMMON_OPTIONS } from './optionTable.ts';

export function formatReferencePage(): string {
  return [
    '# Command line',
    '',
    '<!-- Made by `npm run docs` from src/cli/optionTable.ts. -->',
    '',
    `Without a command, \`perigee\` does \`${COMMANDS[0].name}\`. \`perigee help\` lists the`,
    'commands and `perigee help COMMAND` the options of one, as `--help` and `-h` do;',
    '`perigee --version`, or `-v`, shows the version. The exit code is 0 after success, 1 after a',
    'failure, and 2 if the command line could not be understood.',
    '',
    ...COMMANDS.flatMap(formatCommand),
    '## Options of every command',
    '',
    ...formatOptions(COMMON_OPTIONS),
    '',
  ].join('\n');
}

function formatCommand(command: CommandDefinition): string[] {
  const { argument } = command;
  return [
    `## \`perigee ${commandUsage(command)}\``,
    '',
    command.summary,
    '',
    ...(argument ? [`\`${argument.name}\` is ${argument.description}.`, ''] : []),
    ...formatOptions(command.options),
    '',
  ];
}

function formatOptions(options: readonly OptionDefinition[]): string[] {
  return [
    '| option | default | meaning |',
    '|---|---|---|',
    ...options.map((option) => {
      const usual = option.defaultValue ?? option.usualValue;
      const defaultValue = usual === undefined ? '' : `\`${usual}\``;
      return `| \`${optionUsage(option)}\` | ${defaultValue} | ${option.description} |`;
    }),
  ];
}
