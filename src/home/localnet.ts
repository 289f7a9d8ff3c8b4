// The folders of the reference's `localnet`: one home per node, with a common genesis. The key of a
// node and that of its account are both derived from the name of the folder.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../base/json/exactJson.ts';
import { parseJson } from '../base/json/plainJson.ts';
import { createLocalnetGenesis } from '../params/genesisDefaults.ts';
import { chooseFirstVersion, type ProtocolChoice } from '../params/protocolChoice.ts';
import { ConfigFile } from '../rpc/config/configFile.ts';
import { Genesis } from '../types/genesis.ts';
import { createFolder } from './createFolder.ts';
import {
  explainFailure,
  HOME_FILES,
  HomeError,
  keyFileJson,
  writeDialect,
  writeMissing,
} from './homeFolder.ts';

export type LocalnetRole = 'validator' | 'archival' | 'rpc' | 'plain';

export interface Localnet {
  /** The folders are called `<prefix>0`, `<prefix>1` and so on; so are the accounts. */
  readonly prefix: string;
  /** Of each node, the validators first. */
  readonly nodes: readonly { readonly role: LocalnetRole; readonly rpcAddress: string }[];
  readonly shards: number;
  readonly tracksAllShards: boolean;
  readonly chainId: string;
  readonly protocol: ProtocolChoice;
  /** RFC 3339. */
  readonly genesisTime: string;
}

/** Returns the folders. A folder with files of a node is refused, before anything is written. */
export function writeLocalnet(directory: string, network: Localnet): string[] {
  const names = network.nodes.map((_, index) => `${network.prefix}${index}`);
  const folders = names.map((name) => join(directory, name));
  const taken = folders.find((folder) =>
    Object.values(HOME_FILES).some((name) => existsSync(join(folder, name))),
  );
  if (taken !== undefined) {
    throw new HomeError(`${taken} already has the files of a node; remove it first`);
  }
  const genesis = genesisJson(network, names);
  return network.nodes.map((_, index) => {
    const folder = folders[index] as string;
    const name = names[index] as string;
    return explainFailure(folder, () => {
      createFolder(folder);
      const write = (file: keyof typeof HOME_FILES, content: JsonValue) => {
        writeMissing(join(folder, HOME_FILES[file]), () => content);
      };
      write('validatorKey', keyFileJson(name, name));
      write('nodeKey', keyFileJson('node', name));
      writeDialect(folder, network.protocol.dialect ?? 'release');
      write('genesis', genesis);
      write('config', configJson(network, index));
      return folder;
    });
  });
}

function genesisJson(network: Localnet, accountIds: readonly string[]): JsonValue {
  const { nodes, shards, chainId, genesisTime, protocol } = network;
  const genesis = createLocalnetGenesis({
    genesisTime,
    chainId,
    protocolVersion: chooseFirstVersion(protocol),
    accountIds,
    validators: nodes.filter(({ role }) => role === 'validator').length,
    shards,
  });
  return parseJson(Genesis.json(genesis));
}

/** Nodes that serve queries track all shards; the outcomes are kept by those and the first node. */
function configJson({ nodes, tracksAllShards }: Localnet, index: number): JsonValue {
  const { role, rpcAddress } = nodes[index] as Localnet['nodes'][number];
  const validators = nodes.filter((node) => node.role === 'validator').length;
  const tracksAll = tracksAllShards || role === 'archival' || role === 'rpc';
  const settings: JsonObject = {
    rpc: { addr: rpcAddress },
    network: { skip_sync_wait: validators === 1 },
    consensus: { min_num_peers: Math.min(validators - 1, PEERS_WANTED) },
    tracked_shards_config: tracksAll ? 'AllShards' : 'NoShards',
    archive: role === 'archival',
    save_trie_changes: role === 'archival' ? true : null,
    save_tx_outcomes: index === 0 ? true : null,
  };
  return parseJson(ConfigFile.json(ConfigFile.parse(settings)));
}

const PEERS_WANTED = 3;
