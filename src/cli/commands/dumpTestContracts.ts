// `perigee dump-test-contracts`: writes a contract to standard output, as the reference's command
// of that name does for its test suite.

import { TEST_CONTRACT_NAMES } from '../../contracts/testContractNames.ts';
import { createTestContract } from '../../contracts/testContracts.ts';
import { type CommandLine, optionText } from '../commandLine.ts';
import { createUsageError } from '../usageError.ts';

export async function dumpTestContracts(line: CommandLine): Promise<number> {
  const file = optionText(line, 'contract-name');
  const name = TEST_CONTRACT_NAMES.find((known) => `${known}.wasm` === file);
  if (name === undefined) {
    const known = TEST_CONTRACT_NAMES.map((one) => `${one}.wasm`).join(', ');
    throw createUsageError(`--contract-name is one of ${known}, not '${file ?? ''}'.`);
  }
  process.stdout.write(createTestContract(name));
  return 0;
}
