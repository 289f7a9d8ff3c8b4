// What a configuration asks for, in full: options of the node, accounts, and contracts, presets
// among them.

import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { parseSecretKey } from '../base/crypto/keys.ts';
import { parseMiningMode } from '../chain/production/mining.ts';
import { type PresetContract, readPresetContract } from '../contracts/presetContracts.ts';
import type { ForkRequest } from '../fork/forkPoint.ts';
import { type KeyFile, localAccountKey } from '../home/homeFolder.ts';
import type { InitCall, NewAccountOptions } from '../kit/kit.ts';
import type { StartOptions } from '../node/options.ts';
import { ROOT_ACCOUNT } from '../params/genesisDefaults.ts';
import { ConfigError } from './configError.ts';
import { miningToText } from './givenMining.ts';
import type { Project } from './openProject.ts';
import type { AccountConfig, PresetsConfig } from './projectConfig.ts';

interface PlannedAccount {
  readonly accountId: string;
  readonly options: NewAccountOptions;
}

export interface PlannedContract extends PlannedAccount {
  /** The full path of the module; null for that of a preset. */
  readonly file: string | null;
  /** The module as it is now. */
  readonly readCode: () => Uint8Array;
  readonly init?: InitCall | undefined;
}

export interface ProjectPlan {
  /** As messages name the configuration. */
  readonly name: string;
  readonly options: Partial<StartOptions>;
  readonly accounts: readonly PlannedAccount[];
  readonly contracts: readonly PlannedContract[];
}

interface Preset {
  readonly accountId: string;
  /** Null for an account without a contract. */
  readonly contract: PresetContract | null;
  readonly init?: InitCall;
}

const OWNED_SUPPLY = `${10n ** 27n}`;

const PRESETS: Readonly<Record<keyof PresetsConfig, Preset>> = {
  wrappedNear: {
    accountId: `wrap.${ROOT_ACCOUNT}`,
    contract: 'wrapped-near',
    init: { method: 'new' },
  },
  fungibleToken: {
    accountId: `ft.${ROOT_ACCOUNT}`,
    contract: 'fungible-token',
    init: {
      method: 'new_default_meta',
      args: { owner_id: ROOT_ACCOUNT, total_supply: OWNED_SUPPLY },
    },
  },
  nonFungibleToken: {
    accountId: `nft.${ROOT_ACCOUNT}`,
    contract: 'non-fungible-token',
    init: { method: 'new_default_meta', args: { owner_id: ROOT_ACCOUNT } },
  },
  registrar: { accountId: 'near', contract: 'registrar', init: { method: 'new' } },
  relayer: { accountId: `relayer.${ROOT_ACCOUNT}`, contract: null },
};

export function planProject(project: Project): ProjectPlan {
  const { config, file, folder } = project;
  const presets = choosePresets(config.presets ?? {});
  const accounts = Object.entries(config.accounts ?? {}).map(([accountId, given]) => ({
    accountId,
    options: typeof given === 'object' ? given : { balance: given },
  }));
  const contracts = Object.entries(config.contracts ?? {}).map(([accountId, given]) => {
    const { wasm, init, ...options } = typeof given === 'string' ? { wasm: given } : given;
    return { accountId, options, init, ...describeModule(resolve(folder, wasm)) };
  });
  const presetContracts = [...presets.values()].flatMap(({ accountId, contract, init }) => {
    if (contract === null) return [];
    return [
      { accountId, options: {}, file: null, readCode: () => readPresetContract(contract), init },
    ];
  });
  const plain = [...presets.values()].filter(({ contract }) => contract === null);
  const plan = {
    name: file === null ? 'the configuration' : relative(folder, file),
    accounts: [...accounts, ...plain.map(({ accountId }) => ({ accountId, options: {} }))],
    contracts: [...presetContracts, ...contracts],
  };
  verifyDistinct([...plan.accounts, ...plan.contracts]);
  return { ...plan, options: describeOptions(project, presets, plan) };
}

function choosePresets(given: PresetsConfig): Map<keyof PresetsConfig, Preset> {
  const names = Object.keys(PRESETS) as (keyof PresetsConfig)[];
  const chosen = names.flatMap((name) => {
    const place = given[name];
    if (place === undefined || place === false) return [];
    const preset = PRESETS[name];
    return [[name, place === true ? preset : { ...preset, accountId: place }] as const];
  });
  return new Map(chosen);
}

function verifyDistinct(accounts: readonly PlannedAccount[]): void {
  const ids = accounts.map(({ accountId }) => accountId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new ConfigError(`the account ${twice} is configured twice`);
}

function describeModule(file: string): Pick<PlannedContract, 'file' | 'readCode'> {
  const readCode = () => {
    try {
      return new Uint8Array(readFileSync(file));
    } catch (error) {
      throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`, error);
    }
  };
  return { file, readCode };
}

function describeOptions(
  { config: { chain = {}, fork } }: Project,
  presets: ReadonlyMap<keyof PresetsConfig, Preset>,
  { accounts, contracts }: Pick<ProjectPlan, 'accounts' | 'contracts'>,
): Partial<StartOptions> {
  const { id: chainId, mining, ...numbers } = chain;
  if (fork !== undefined && chainId !== undefined) {
    throw new ConfigError('chain.id is that of the other network if there is a fork');
  }
  const registrar = presets.get('registrar')?.accountId;
  const relayer = presets.get('relayer')?.accountId;
  const options: { [N in keyof StartOptions]?: StartOptions[N] | undefined } = {
    ...numbers,
    chainId,
    mining: mining && (parseMiningMode(miningToText(mining) as string) ?? undefined),
    fork: fork === undefined ? undefined : parseForkText(fork),
    knownKeys: [...accounts, ...contracts].map(({ accountId, options: { secretKey } }) =>
      describeKey(accountId, { secretKey }),
    ),
    sponsors: { registrar, relayer },
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function describeKey(accountId: string, { secretKey }: AccountConfig): KeyFile {
  const key = secretKey === undefined ? localAccountKey(accountId) : parseSecretKey(secretKey);
  return { accountId, secretKey: key };
}

/** URL, or URL@HEIGHT. */
function parseForkText(text: string): ForkRequest {
  const [, url = '', height] = /^(.*?)(?:@(\d{1,15}))?$/.exec(text) ?? [];
  return { url, height: height === undefined ? null : Number(height) };
}
