// `perigee cli-config`: a local chain and its accounts for near-cli-rs and near-cli.

import { findKnownAccounts, findLocalKey } from '../../kit/localKeys.ts';
import { describeMissingControls } from '../../kit/missingControls.ts';
import { CommandFailure, type Session, withSession } from '../chain/session.ts';
import { type CommandLine, hasSwitch, optionText } from '../commandLine.ts';
import {
  describeConnection,
  type LocalNetwork,
  type PlannedFile,
  planFiles,
  writeFiles,
} from '../config/nearCliFiles.ts';
import { formatTable } from '../config/tomlSection.ts';
import { nodeUrl } from '../optionValues.ts';
import { createUsageError } from '../usageError.ts';

const PUBLIC_NETWORKS = ['mainnet', 'testnet'];
/** The account at which tools create others, if it has a contract. */
const LINKDROP = 'near';
const NO_CODE = '1'.repeat(32);

export function cliConfig(line: CommandLine): Promise<number> {
  const name = optionText(line, 'network');
  if (name !== undefined) verifyName(name);
  return withSession(line, async (session) => {
    const network = await describeNetwork(session, nodeUrl(line), name);
    const files = planFiles(network);
    const isPrinting = hasSwitch(line, 'print');
    if (!isPrinting) writeFiles(files);
    process.stdout.write(`${report(network, files, isPrinting).join('\n')}\n`);
    return 0;
  });
}

function verifyName(name: string): void {
  if (PUBLIC_NETWORKS.includes(name)) {
    throw createUsageError(`--network ${name} is a public network, whose entry is not replaced.`);
  }
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return;
  throw createUsageError('--network is a name of letters, digits, - and _.');
}

async function describeNetwork(
  { client }: Session,
  url: string,
  given: string | undefined,
): Promise<LocalNetwork> {
  const known = await findKnownAccounts(client);
  if (known === null) {
    const reason = await describeMissingControls(client);
    throw new CommandFailure(`${reason}; the known accounts come from a control.`);
  }
  const name = given ?? (await client.rpc('status')).chain_id;
  verifyName(name);
  const accounts = [];
  for (const { account_id: accountId } of known) {
    const key = await findLocalKey(client, accountId);
    if (key !== null) accounts.push({ accountId, secret: key.secret });
  }
  return { name, url, accounts, linkdrop: (await hasContract(client)) ? LINKDROP : null };
}

async function hasContract({ rpc }: Session['client']): Promise<boolean> {
  const params = { request_type: 'view_account', account_id: LINKDROP, finality: 'final' } as const;
  const found = await rpc('query', params).catch(() => null);
  return found !== null && found.code_hash !== NO_CODE;
}

function report(
  network: LocalNetwork,
  files: readonly PlannedFile[],
  isPrinting: boolean,
): string[] {
  const [config, ...others] = files;
  const count = (state: PlannedFile['state']) =>
    others.filter((file) => file.state === state).length;
  const account = network.accounts[0]?.accountId ?? 'ACCOUNT';
  const verb = isPrinting ? 'would be written' : 'written';
  const table = formatTable(`network_connection.${network.name}`, describeConnection(network));
  const keeps = count('kept') > 0 ? `, ${count('kept')} kept as they are` : '';
  return [
    `${config?.path} (${config?.state})`,
    '',
    table,
    `Credentials of ${network.accounts.length} accounts: ` +
      `${count('new') + count('changed')} files ${verb}, ${count('unchanged')} unchanged${keeps}.`,
    ...(isPrinting ? others.map(({ path, state }) => `  ${state.padEnd(9)} ${path}`) : []),
    ...(config?.state === 'new' ? ['', NEW_FILE] : []),
    '',
    `near-cli-rs:  near account view-account-summary ${account} ` +
      `network-config ${network.name} now`,
    'near-cli:     export NEAR_ENV=custom ' +
      `NEAR_CUSTOM_RPC=${network.url} NEAR_CUSTOM_WALLET=${network.url} ` +
      `NEAR_CUSTOM_HELPER=${network.url} NEAR_CUSTOM_TLA=near`,
  ];
}

const NEW_FILE =
  'near-cli-rs adds mainnet and testnet only to a file that it creates: if you want them, remove ' +
  'this one, run `near`, and repeat this command.';
