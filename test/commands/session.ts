// Sessions in a terminal, as pages show them: `$ ` begins a command, and the lines after it are its
// output. `…` stands for anything in a line, and alone for any lines.

export interface Step {
  readonly command: string;
  readonly output: readonly string[];
}

export function listSteps(session: string): Step[] {
  return session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...output] = text.trimEnd().split('\n');
      return { command, output };
    });
}

export function toPattern(lines: readonly string[]): RegExp {
  const parts = lines.map((line) => {
    if (line === '…') return '(?:.*\\n)*';
    const literals = line.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return `${literals.join('.+')}\\n`;
  });
  return new RegExp(`^${parts.join('')}$`);
}
