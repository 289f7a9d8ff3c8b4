// The page docs/reference/cli.md, generated from the table of options by `npm run docs`.

import { commandUsage, optionUsage } from './help.ts';
import { LIMIT_OPTIONS } from './limitOptions.ts';
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
    '`--help` shows the most common options, `--help --all` the others as well.',
    '',
    ...COMMANDS.flatMap(formatCommand),
    '## Limits',
    '',
    `Options of ${nameLimited()}.`,
    '',
    ...formatOptions(LIMIT_OPTIONS),
    '',
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
    ...formatOptions(ownOptions(command)),
    ...(isLimited(command) ? ['', 'Also the [limits](#limits).'] : []),
    '',
  ];
}

/** Without the limits, which have a section of their own. */
function ownOptions({ options }: CommandDefinition): readonly OptionDefinition[] {
  return options.filter((option) => !LIMIT_OPTIONS.includes(option));
}

function isLimited({ options }: CommandDefinition): boolean {
  return options.some((option) => LIMIT_OPTIONS.includes(option));
}

function nameLimited(): string {
  return COMMANDS.filter(isLimited)
    .map(({ name }) => `\`${name}\``)
    .join(', ');
}

function formatOptions(options: readonly OptionDefinition[]): string[] {
  if (options.length === 0) return ['It has no options of its own.'];
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
