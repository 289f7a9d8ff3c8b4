// The configuration of a project on the command line: `--config`, `--watch`, and what they mean for
// the other options. Options that are given win.

import type { StartOptions } from '../node/options.ts';
import { findProject, openProject } from '../project/openProject.ts';
import { type ProjectPlan, planProject } from '../project/planProject.ts';
import { WATCH_MODES, type WatchMode } from '../project/projectConfig.ts';
import { type CommandLine, hasSwitch, optionText } from './commandLine.ts';
import { createUsageError } from './usageError.ts';

export interface CommandProject {
  readonly plan: ProjectPlan;
  /** Null unless changes are watched. */
  readonly watch: WatchMode | null;
}

/** Null if there is no configuration. */
export async function readCommandProject(line: CommandLine): Promise<CommandProject | null> {
  const file = optionText(line, 'config');
  const project = file === undefined ? await findProject(process.cwd()) : await openProject(file);
  const isWatching = hasSwitch(line, 'watch');
  if (project === null) {
    if (isWatching) throw createUsageError('--watch needs a perigee.config.ts, or --config FILE.');
    return null;
  }
  if (hasSwitch(line, 'no-controls')) {
    throw createUsageError(
      '--no-controls and a configuration exclude each other: controls create what it asks for.',
    );
  }
  const word = WATCH_MODES.find((mode) => mode === line.given.get('watch'));
  const mode = word ?? project.config.watch ?? 'keep';
  return { plan: planProject(project), watch: isWatching ? mode : null };
}

/** The options of the command line, completed by those of the configuration. */
export function withProject(
  options: StartOptions,
  line: CommandLine,
  { plan }: CommandProject,
): StartOptions {
  const chosen = Object.entries(plan.options).filter(([name]) => !line.given.has(name));
  const insisted = (['shards', 'accounts'] as const).filter(
    (name) => line.given.has(name) || plan.options[name] !== undefined,
  );
  return { ...options, ...Object.fromEntries(chosen), insisted };
}
