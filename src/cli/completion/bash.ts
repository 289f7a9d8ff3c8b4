// Completion for bash 3.2 and newer, without the package bash-completion.

import { commandOptions } from '../commandLine.ts';
import { COMMANDS } from '../optionTable.ts';
import { argumentWords, optionWords, valueWords } from './words.ts';

export function formatBashCompletion(): string {
  const options = COMMANDS.flatMap(commandOptions);
  const withValue = options.filter(({ value }) => value !== undefined);
  const names = [...new Set(withValue.map(({ name }) => `--${name}`))].join('|');
  const listed = new Map(
    withValue.flatMap((option) => {
      const words = valueWords(option);
      return words === null ? [] : [[option.name, words.join(' ')]];
    }),
  );
  return `# Completion of perigee for bash. Load it with: source <(perigee completion bash)
_perigee() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
${COMMANDS.map(({ name }) => `      ${name}) command=${name}; break ;;`).join('\n')}
    esac
  done
  case "$before" in
${[...listed].map(([name, words]) => `    --${name}) ${offer(words)}; return ;;`).join('\n')}
    ${names}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "$command" in
${COMMANDS.map((command) => {
  const words = [...optionWords(command), ...argumentWords(command)].join(' ');
  return `    ${command.name}) ${offer(words)} ;;`;
}).join('\n')}
    *) ${offer(`${COMMANDS.map(({ name }) => name).join(' ')} help`)} ;;
  esac
  if [[ -n $command && $word != -* ]]; then COMPREPLY+=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _perigee perigee
`;
}

function offer(words: string): string {
  return `COMPREPLY=($(compgen -W '${words}' -- "$word"))`;
}
