// The entry point of the command line: parses the arguments and runs one command. Expected failures
// end with one sentence on standard error; anything else is our bug and crashes.

import { PerigeeError } from '../base/errors.ts';
import { NODE_VERSION } from '../base/version.ts';
import { stableVersions } from '../params/protocol.ts';
import { escapeLines } from '../trace/text/styles.ts';
import { type CommandLine, hasSwitch, parseCommandLine } from './commandLine.ts';
import { formatCommandHelp, formatProgramHelp } from './help.ts';
import type { CommandName } from './optionDefinition.ts';
import { isUsageError } from './usageError.ts';

/** A command is loaded when it runs, so that help and version cost nothing. */
const RUN: Record<CommandName, (line: CommandLine) => Promise<number>> = {
  start: async (line) => (await import('./commands/start.ts')).start(line),
  replay: async (line) => (await import('./commands/replay.ts')).replay(line),
  init: async (line) => (await import('./commands/init.ts')).init(line),
  run: async (line) => (await import('./commands/run.ts')).run(line),
  localnet: async (line) => (await import('./commands/localnet.ts')).localnet(line),
  'dump-test-contracts': async (line) =>
    (await import('./commands/dumpTestContracts.ts')).dumpTestContracts(line),
  'view-state': async (line) => (await import('./commands/viewState.ts')).viewState(line),
  bench: async (line) => (await import('./commands/bench.ts')).bench(line),
  compare: async (line) => (await import('./commands/compare.ts')).compare(line),
  export: async (line) => (await import('./commands/export.ts')).exportChain(line),
  verify: async (line) => (await import('./commands/verify.ts')).verify(line),
  compact: async (line) => (await import('./commands/compact.ts')).compact(line),
  trace: async (line) => (await import('./commands/trace.ts')).trace(line),
  profile: async (line) => (await import('./commands/profile.ts')).profile(line),
  'gas-snapshot': async (line) => (await import('./commands/gasSnapshot.ts')).gasSnapshot(line),
  coverage: async (line) => (await import('./commands/coverage.ts')).coverage(line),
  follow: async (line) => (await import('./commands/follow.ts')).follow(line),
  serve: async (line) => (await import('./commands/serve.ts')).serve(line),
  accounts: async (line) => (await import('./commands/accounts.ts')).accounts(line),
  create: async (line) => (await import('./commands/create.ts')).create(line),
  send: async (line) => (await import('./commands/send.ts')).send(line),
  call: async (line) => (await import('./commands/call.ts')).call(line),
  view: async (line) => (await import('./commands/view.ts')).view(line),
  deploy: async (line) => (await import('./commands/deploy.ts')).deploy(line),
  keys: async (line) => (await import('./commands/keys.ts')).keys(line),
  storage: async (line) => (await import('./commands/storage.ts')).storage(line),
  tx: async (line) => (await import('./commands/tx.ts')).tx(line),
  block: async (line) => (await import('./commands/block.ts')).block(line),
  logs: async (line) => (await import('./commands/logs.ts')).logs(line),
  'cli-config': async (line) => (await import('./commands/cliConfig.ts')).cliConfig(line),
  completion: async (line) => (await import('./commands/completion.ts')).completion(line),
  env: async () => (await import('./commands/env.ts')).env(),
  sql: async (line) => (await import('./commands/sql.ts')).sql(line),
  mcp: async (line) => (await import('./commands/mcp.ts')).mcp(line),
};

/** Returns the exit code of the process: 0, 1 after a failure, 2 after a usage error. */
export async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--version') || /^-[vV]$/.test(args[0] ?? '')) {
    process.stdout.write(`${describeVersion()}\n`);
    return 0;
  }
  try {
    return await runCommand(parseCommandLine(args));
  } catch (error) {
    if (!(error instanceof PerigeeError)) throw error;
    // A message may quote what a node, a contract or a file says.
    process.stderr.write(`perigee: ${escapeLines(error.message)}\n`);
    return isUsageError(error) ? 2 : 1;
  }
}

/** In the form of the reference, from which its test suite reads the number after `protocol`. */
function describeVersion(): string {
  const { version, commit, rustcVersion } = NODE_VERSION;
  const protocols = stableVersions('release');
  const protocol = `(min_protocol ${protocols[0]}) (protocol ${protocols.at(-1)})`;
  return `perigee ${version} (commit ${commit}) (${rustcVersion}) ${protocol}`;
}

async function runCommand(line: CommandLine): Promise<number> {
  if (!hasSwitch(line, 'help')) return RUN[line.command.name](line);
  const isComplete = hasSwitch(line, 'all');
  const help = line.isCommandNamed
    ? formatCommandHelp(line.command, isComplete)
    : formatProgramHelp();
  process.stdout.write(help);
  return 0;
}
