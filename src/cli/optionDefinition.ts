// The definition of a command and of an option.

/** The groups of options that `--help` leaves out, in this order. */
export const OPTION_GROUPS = [
  'Chain',
  'State',
  'Access',
  'Several processes and machines',
  'Source of blocks',
  'Limits',
  'Other',
] as const;
type OptionGroup = (typeof OPTION_GROUPS)[number];

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
  /** Shown by `--help --all`, under this heading; without one, by `--help`. */
  readonly group?: OptionGroup;
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
  | 'profile'
  | 'gas-snapshot'
  | 'coverage'
  | 'serve'
  | 'follow'
  | 'accounts'
  | 'create'
  | 'send'
  | 'call'
  | 'view'
  | 'deploy'
  | 'keys'
  | 'storage'
  | 'tx'
  | 'block'
  | 'logs'
  | 'cli-config'
  | 'completion'
  | 'env'
  | 'mcp'
  | 'sql';

export type CommandDefinition = {
  readonly name: CommandName;
  readonly summary: string;
  /** What the command takes; `name` shows `count` words that it requires, one without a count. */
  readonly argument?: {
    readonly name: string;
    readonly description: string;
    readonly count?: number;
    /** How many may follow; `name` has them in brackets. */
    readonly optional?: number;
  };
  readonly options: readonly OptionDefinition[];
};
