// Completion for zsh, as a function that may also be a file _perigee in fpath.

import { commandOptions } from '../commandLine.ts';
import type { CommandDefinition, OptionDefinition } from '../optionDefinition.ts';
import { COMMANDS } from '../optionTable.ts';
import { argumentWords, valueWords } from './words.ts';

export function formatZshCompletion(): string {
  return `#compdef perigee
# Completion of perigee for zsh. Load it with: source <(perigee completion zsh)
_perigee() {
  local -a commands
  commands=(
${COMMANDS.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${COMMANDS.map(formatCommand).join('\n')}
  esac
}
compdef _perigee perigee
`;
}

function formatCommand(command: CommandDefinition): string {
  const words = argumentWords(command);
  const rest = words.length === 0 ? '*:file:_files' : `*:argument:(${words.join(' ')})`;
  const rows = [...commandOptions(command).map(formatOption), quote(rest)];
  return `    ${command.name}) _arguments ${rows.join(' ')} ;;`;
}

function formatOption(option: OptionDefinition): string {
  const { name, value, description } = option;
  const text = description.replaceAll(/[[\]:]/g, ' ');
  if (value === undefined) return quote(`--${name}[${text}]`);
  const words = valueWords(option);
  const action = words === null ? '_files' : `(${words.join(' ').replaceAll(':', '\\:')})`;
  return quote(`--${name}=[${text}]:${value.replaceAll(/[[\]:]/g, ' ')}:${action}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
