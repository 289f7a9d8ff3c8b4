// Options that several commands have.

import { DIALECTS } from '../../params/dialect.ts';
import type { OptionDefinition } from '../optionDefinition.ts';

export const ADDRESS_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'port',
    value: 'PORT',
    defaultValue: '3030',
    description: 'the port of the JSON-RPC service; 0 takes a free one',
  },
  {
    name: 'host',
    group: 'Access',
    value: 'HOST',
    defaultValue: '127.0.0.1',
    description: 'the address to listen on',
  },
];

export const DIALECT: OptionDefinition = {
  name: 'dialect',
  group: 'Chain',
  value: 'NAME',
  usualValue: 'release',
  description:
    `which protocol its version numbers mean: ${DIALECTS.join(' or ')}, a development snapshot; ` +
    'an existing chain keeps its own',
};

/** Of commands that begin a chain. */
export const PROTOCOL_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'protocol',
    group: 'Chain',
    value: 'N',
    usualValue: 'the newest',
    description: 'the protocol version that a new chain begins with, such as 84',
  },
  DIALECT,
  {
    name: 'nightly',
    group: 'Chain',
    description: 'allow protocol versions with features that are not released',
  },
];

export const NO_CONTROLS: OptionDefinition = {
  name: 'no-controls',
  group: 'Access',
  description: 'leave out the methods that control the chain: perigee_* and sandbox_*',
};

export const CACHE_SIZE: OptionDefinition = {
  name: 'cache-size',
  group: 'Limits',
  value: 'MIB',
  description:
    'memory for all caches of a process together; every cache grows or shrinks by the same ' +
    'factor (default: the sizes in the reference of caches)',
};

export const TOKEN: OptionDefinition = {
  name: 'token',
  group: 'Access',
  value: 'TEXT',
  description:
    'what callers from other machines must send as `Authorization: Bearer TEXT`, and every ' +
    'caller who controls the chain; also read from the environment, as PERIGEE_TOKEN, where ' +
    'other users of the machine do not see it',
};

/** Of commands that ask a node. */
export const NODE_URL: OptionDefinition = {
  name: 'url',
  value: 'URL',
  defaultValue: 'http://127.0.0.1:3030',
  description: 'the node; also read from the environment, as PERIGEE_URL',
};

export const NODE_TOKEN: OptionDefinition = {
  name: 'token',
  value: 'TEXT',
  description: 'the token of the node, also taken from the variable PERIGEE_TOKEN',
};

/** For commands whose options are in groups. */
export const GROUPED_NODE_TOKEN: OptionDefinition = { ...NODE_TOKEN, group: 'Access' };

export const UPSTREAM_TOKEN: OptionDefinition = {
  name: 'upstream-token',
  group: 'Access',
  value: 'TEXT',
  description:
    'what the node of --upstream wants as `Authorization: Bearer TEXT`; also read from the ' +
    'environment, as PERIGEE_UPSTREAM_TOKEN',
};

export const BUCKET_OPTIONS: readonly OptionDefinition[] = [
  {
    name: 'endpoint',
    group: 'Source of blocks',
    value: 'URL',
    description: "the address of a bucket's object store, where it is not Amazon's",
  },
  {
    name: 'region',
    group: 'Source of blocks',
    value: 'NAME',
    usualValue: 'eu-central-1',
    description: 'the region of a bucket',
  },
];

export const RING = 'cassandra://HOST[,HOST][:PORT]/KEYSPACE';

export const DEBUG_INFO: OptionDefinition = {
  name: 'debug-info',
  value: 'DIR',
  description:
    'show source lines in stacks of failed calls, from Wasm files with debug information or ' +
    'source maps below this folder, such as a Cargo project',
};
