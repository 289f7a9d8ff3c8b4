// Parses the program's arguments against the table of options. Options may come before or after the
// command, as `--name VALUE` or `--name=VALUE`; if an option is repeated, the last one wins.
// `help COMMAND` is `COMMAND --help`.

import { parseArgs } from 'node:util';
import { assert } from '../base/assert.ts';
import { nearestName } from '../base/nearestName.ts';
import { refuseKeptByNpm } from './keptByNpm.ts';
import type { CommandDefinition, OptionDefinition } from './optionDefinition.ts';
import { COMMANDS, COMMON_OPTIONS } from './optionTable.ts';
import { createUsageError } from './usageError.ts';

export type CommandLine = {
  readonly command: CommandDefinition;
  /** Whether the command was named; `--help` alone covers all of them. */
  readonly isCommandNamed: boolean;
  /** As many as the command takes. */
  readonly args: readonly string[];
  /** The options given: the text of each value; for a switch its word, or ''. */
  readonly given: ReadonlyMap<string, string>;
};

export function parseCommandLine(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): CommandLine {
  const tokens = readTokens(args);
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const asksForHelp = words[0] === 'help';
  const [commandName, ...rest] = asksForHelp ? words.slice(1) : words;
  const command = findCommand(commandName);
  const given = new Map<string, string>(asksForHelp ? [['help', '']] : []);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = requireOption(command, token);
    given.set(option.name, readOptionValue(option, token));
  }
  refuseKeptByNpm(command, rest, env);
  if (!given.has('help')) verifyArguments(command, rest);
  return { command, isCommandNamed: commandName !== undefined, given, args: rest };
}

function verifyArguments({ name, argument }: CommandDefinition, args: readonly string[]): void {
  if (argument === undefined) {
    if (args.length === 0) return;
    throw createUsageError(`perigee ${name} takes no argument, but got '${args[0]}'.`);
  }
  const { count = 1, optional = 0 } = argument;
  if (args.length >= count && args.length <= count + optional) return;
  const needed = formatCount(count, count + optional);
  throw createUsageError(
    `perigee ${name} takes ${needed}, ${argument.name}: ${argument.description}.`,
  );
}

function formatCount(min: number, max: number): string {
  if (min !== max) {
    return min === 0
      ? `at most ${max === 1 ? 'one argument' : `${max} arguments`}`
      : `${min} to ${max} arguments`;
  }
  return min === 1 ? 'one argument' : `${min} arguments`;
}

/** The text of an option, as given or by default. */
export function optionText(line: CommandLine, name: string): string | undefined {
  const option = findOption(line.command, name);
  assert(option?.value !== undefined, `--${name} is an option with a value`);
  return line.given.get(name) ?? option.defaultValue;
}

/** The text of an option that has a default value. */
export function defaultedText(line: CommandLine, name: string): string {
  const text = optionText(line, name);
  assert(text !== undefined, `--${name} has a default value`);
  return text;
}

export function hasSwitch(line: CommandLine, name: string): boolean {
  const option = findOption(line.command, name);
  assert(option !== undefined && option.value === undefined, `--${name} is a switch`);
  return line.given.has(name);
}

export function commandOptions(command: CommandDefinition): readonly OptionDefinition[] {
  return [...command.options, ...COMMON_OPTIONS];
}

/**
 * Which options take a value must be known before the command is: a name means the same in all
 * commands. A few differ; they have to follow the command, and are read as it says.
 */
function readTokens(args: readonly string[]) {
  const all = COMMANDS.flatMap(commandOptions);
  const [name] = tokenize(args, all).flatMap((token) =>
    token.kind === 'positional' && token.value !== 'help' ? [token.value] : [],
  );
  const command = COMMANDS.find((candidate) => candidate.name === name);
  return tokenize(args, command === undefined ? all : [...all, ...commandOptions(command)]);
}

/** Of two options with one name, the last one counts. */
function tokenize(args: readonly string[], known: readonly OptionDefinition[]) {
  const options: Record<string, { type: 'boolean' | 'string'; short?: string }> = {};
  for (const { name, formerName, short, value } of known) {
    const type = value === undefined ? 'boolean' : 'string';
    options[name] = { ...options[name], type, ...(short !== undefined && { short }) };
    if (formerName !== undefined) options[formerName] = { type };
  }
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens;
}

function findCommand(name: string | undefined): CommandDefinition {
  if (name === undefined) return COMMANDS[0];
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.map((candidate) => candidate.name);
  const nearest = nearestName(name, names);
  const advice =
    nearest === null ? `the commands are ${names.join(', ')}` : `did you mean '${nearest}'?`;
  throw createUsageError(`There is no command '${name}'; ${advice}${nearest === null ? '.' : ''}`);
}

function findOption(command: CommandDefinition, name: string): OptionDefinition | undefined {
  return commandOptions(command).find(
    (option) => option.name === name || option.formerName === name,
  );
}

type OptionToken = Extract<ReturnType<typeof readTokens>[number], { kind: 'option' }>;

function requireOption(command: CommandDefinition, token: OptionToken): OptionDefinition {
  const option = findOption(command, token.name);
  if (option !== undefined) return option;
  const { name } = command;
  const names = commandOptions(command).map((known) => `--${known.name}`);
  const isWord = token.rawName.startsWith('--');
  const nearest = isWord ? nearestName(token.rawName, names) : null;
  const advice =
    nearest === null ? `see perigee ${name} --help --all.` : `did you mean '${nearest}'?`;
  throw createUsageError(`perigee ${name} has no option ${token.rawName}; ${advice}`);
}

function readOptionValue(option: OptionDefinition, token: OptionToken): string {
  if (option.value === undefined) {
    if (token.value === undefined) return '';
    if (option.words?.includes(token.value)) return token.value;
    if (option.words !== undefined) {
      const known = option.words.map((word) => `--${option.name}=${word}`).join(' or ');
      throw createUsageError(`It is ${known}, not '${token.value}'.`);
    }
    throw createUsageError(`--${option.name} takes no value.`);
  }
  // A following option is not a value: in `--port --host x` the port is missing. A lone `-` is one.
  if (token.value === undefined || (!token.inlineValue && /^-./.test(token.value))) {
    throw createUsageError(`--${option.name} needs a value, ${option.value}.`);
  }
  return token.value;
}
