// The definition of a command and of an option.

export type OptionDefinition = {
  readonly name: string;
  /** A former name or an alias, which works and is not shown. */
  readonly formerName?: string;
  /** One letter, as in `-n 4`. */
  readonly short?: string;
  /** The placeholder of its value. An option without one is a switch. */
  readonly value?: string;
  /** What may be said with a switch, as in `--watch=reset`. */
  readonly words?: readonly string[];
  readonly defaultValue?: string;
  /** The description of a default that is decided elsewhere. */
  readonly usualValue?: string;
  readonly description: string;
};

export type CommandName =
  | 'start'
  | 'replay'
  | 'init'
  | 'run'
  | 'localnet'
  | 'dump-test-contracts'
  | 'view-state'
  | 'bench'
  | 'export'
  | 'verify'
  | 'compact'
  | 'compare'
  | 'trace'
  | 'serve'
  | 'follow';

export type CommandDefinition = {
  readonly name: CommandName;
  readonly summary: string;
  /** What the command requires; `name` shows as many as there must be, one without a count. */
  readonly argument?: {
    readonly name: string;
    readonly description: string;
    readonly count?: number;
  };
  readonly options: readonly OptionDefinition[];
};
