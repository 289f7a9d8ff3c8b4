// What `perigee.config.ts` may contain. `readConfig.ts` checks values of any type against it.

import type { GivenGas, GivenTokens } from '../base/givenAmounts.ts';
import type { GivenMining } from './givenMining.ts';

export interface ProjectConfig {
  readonly chain?: ChainConfig | undefined;
  /** Begins at a block of another network: `URL`, or `URL@HEIGHT`. */
  readonly fork?: string | undefined;
  /** Accounts besides the funded ones: a balance, or a balance and a key. */
  readonly accounts?: Readonly<Record<string, GivenTokens | AccountConfig>> | undefined;
  /** By account: the path of a module, or more about it. Paths begin at the configuration. */
  readonly contracts?: Readonly<Record<string, string | ContractConfig>> | undefined;
  readonly presets?: PresetsConfig | undefined;
  /** What `start --watch` does with the state when a module changes; `keep` by default. */
  readonly watch?: WatchMode | undefined;
}

interface ChainConfig {
  /** Of a new chain; `localnet` by default. */
  readonly id?: string | undefined;
  /** The protocol version of a new chain; the newest one by default. */
  readonly protocol?: number | undefined;
  /** Of a new chain; 1 by default. */
  readonly shards?: number | undefined;
  readonly mining?: GivenMining | undefined;
  readonly port?: number | undefined;
  /** The number of funded accounts of a new chain (`alice.test.near`, …); 10 by default. */
  readonly accounts?: number | undefined;
}

export interface AccountConfig {
  /** 100 NEAR by default. */
  readonly balance?: GivenTokens | undefined;
  /** By default it is derived from the name, as those of the funded accounts. */
  readonly secretKey?: string | undefined;
}

interface ContractConfig extends AccountConfig {
  /** The path of the module. */
  readonly wasm: string;
  /** Called in the transaction that deploys the module. */
  readonly init?: InitConfig | undefined;
}

interface InitConfig {
  readonly method: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly deposit?: GivenTokens | undefined;
  readonly gas?: GivenGas | undefined;
}

/** `true` for the usual account, or the account id. */
type PresetPlace = boolean | string;

export interface PresetsConfig {
  /** Wrapped NEAR; `wrap.test.near`. */
  readonly wrappedNear?: PresetPlace | undefined;
  /** A fungible token, owned by `test.near`; `ft.test.near`. */
  readonly fungibleToken?: PresetPlace | undefined;
  /** A non-fungible token, owned by `test.near`; `nft.test.near`. */
  readonly nonFungibleToken?: PresetPlace | undefined;
  /** The registrar of sub-accounts with linkdrops, and the faucet `POST /account`; `near`. */
  readonly registrar?: PresetPlace | undefined;
  /** Pays for meta transactions, which it takes at `POST /relay`; `relayer.test.near`. */
  readonly relayer?: PresetPlace | undefined;
}

export const WATCH_MODES = ['keep', 'reset'] as const;
export type WatchMode = (typeof WATCH_MODES)[number];

/** The configuration itself: the call lets editors complete and check it. */
export function defineConfig(config: ProjectConfig): ProjectConfig {
  return config;
}
