// `perigee replay`: applies a recorded chain and compares it; the exit code is the verdict.

import { assert } from '../../base/assert.ts';
import { OPTION_BOUNDS } from '../../node/options.ts';
import { replay as replayRecording } from '../../replay/replay.ts';
import type { ReplayOptions } from '../../replay/replayOptions.ts';
import { type CommandLine, defaultedText, optionText } from '../commandLine.ts';
import { parseLogLevel, parsePath, parseWholeNumber } from '../optionValues.ts';

export async function replay(line: CommandLine): Promise<number> {
  return replayRecording(readReplayOptions(line));
}

export function readReplayOptions(line: CommandLine): ReplayOptions {
  const [argument] = line.args;
  assert(argument !== undefined, 'replay has an argument');
  const code = optionText(line, 'code');
  const until = optionText(line, 'until');
  const serve = optionText(line, 'serve');
  return {
    directory: parsePath(argument),
    code: code === undefined ? code : parsePath(code),
    until: until === undefined ? until : parseWholeNumber('--until', until, OPTION_BOUNDS.height),
    serve: serve === undefined ? serve : parseWholeNumber('--serve', serve, OPTION_BOUNDS.port),
    logLevel: parseLogLevel(defaultedText(line, 'log')),
  };
}
