// Commands that talk to a running node.

import type { CommandDefinition, OptionDefinition } from '../optionDefinition.ts';
import { GROUPED_NODE_TOKEN, NODE_URL } from './shared.ts';

const NODE_OPTIONS: readonly OptionDefinition[] = [NODE_URL, GROUPED_NODE_TOKEN];

const JSON_OUTPUT: OptionDefinition = {
  name: 'json',
  description: 'print JSON with exact numbers, for programs',
};

const READING = [JSON_OUTPUT, ...NODE_OPTIONS];

const AS: OptionDefinition = {
  name: 'as',
  value: 'ACCOUNT',
  description: 'the account that signs',
};

const KEY: OptionDefinition = {
  name: 'key',
  value: 'KEY',
  description:
    'the secret key of the signer, or a credentials file that has it; also read from the ' +
    'environment, as PERIGEE_KEY. A local chain needs none',
};

const SIGNING = [KEY, ...READING];

const GAS: OptionDefinition = {
  name: 'gas',
  value: 'GAS',
  defaultValue: '100 Tgas',
  description: "the gas of the call, such as '30 Tgas'",
};

const UNCHECKED: OptionDefinition = {
  name: 'unchecked',
  description: "send arguments that do not fit the contract's ABI",
};

const DEPOSIT: OptionDefinition = {
  name: 'deposit',
  value: 'AMOUNT',
  defaultValue: '0 NEAR',
  description: "the tokens to attach, such as '0.1 NEAR' or '1 yocto'",
};

const ARGS = 'ARGS is JSON ({} by default), @FILE for a file that has it, or base64:… for bytes';

export const ACCOUNTS: CommandDefinition = {
  name: 'accounts',
  summary: 'List the accounts of a local chain whose keys are known, with their balances.',
  options: READING,
};

export const CREATE: CommandDefinition = {
  name: 'create',
  summary: 'Create an account; on a local chain its key follows from its name.',
  argument: { name: 'ACCOUNT', description: 'the new account' },
  options: [
    {
      name: 'balance',
      value: 'AMOUNT',
      defaultValue: '10 NEAR',
      description: 'the tokens that its creator sends',
    },
    { ...AS, description: 'the creator; by default the account that the new name ends with' },
    {
      name: 'public-key',
      value: 'KEY',
      description: 'the full access key of the account; needed where the chain is not local',
    },
    ...SIGNING,
  ],
};

export const SEND: CommandDefinition = {
  name: 'send',
  summary: "Send tokens, such as '1.5 NEAR'.",
  argument: { name: 'FROM TO AMOUNT', description: 'two accounts and the tokens', count: 3 },
  options: SIGNING,
};

export const CALL: CommandDefinition = {
  name: 'call',
  summary: 'Call a method of a contract in a transaction, and print its logs and result.',
  argument: { name: 'CONTRACT METHOD [ARGS]', description: ARGS, count: 2, optional: 1 },
  options: [AS, DEPOSIT, GAS, UNCHECKED, ...SIGNING],
};

export const VIEW: CommandDefinition = {
  name: 'view',
  summary: 'Call a method that only reads, and print its result.',
  argument: { name: 'CONTRACT METHOD [ARGS]', description: ARGS, count: 2, optional: 1 },
  options: [
    {
      name: 'at',
      value: 'BLOCK',
      usualValue: 'final',
      description: 'the block: a height, a hash, final or latest',
    },
    UNCHECKED,
    ...READING,
  ],
};

export const DEPLOY: CommandDefinition = {
  name: 'deploy',
  summary: 'Deploy a contract; with --init, call a method of it in the same transaction.',
  argument: {
    name: 'ACCOUNT FILE [ARGS]',
    description: `the account, the .wasm file, and what --init takes: ${ARGS}`,
    count: 2,
    optional: 1,
  },
  options: [
    { name: 'init', value: 'METHOD', description: 'the method to call after the deployment' },
    DEPOSIT,
    GAS,
    ...SIGNING,
  ],
};

export const KEYS: CommandDefinition = {
  name: 'keys',
  summary: 'List the access keys of an account, or of all accounts whose keys are known.',
  argument: { name: '[ACCOUNT]', description: 'the account', count: 0, optional: 1 },
  options: [
    {
      name: 'secret',
      description: 'also print secret keys, where the name of an account has them',
    },
    ...READING,
  ],
};

export const STORAGE: CommandDefinition = {
  name: 'storage',
  summary: "List the keys and values of a contract's storage.",
  argument: { name: 'ACCOUNT', description: 'the contract' },
  options: [
    {
      name: 'prefix',
      value: 'TEXT',
      description: 'what the keys begin with; base64:… for bytes',
    },
    {
      name: 'limit',
      value: 'N',
      defaultValue: '100',
      description: 'how many rows are listed at most',
    },
    ...READING,
  ],
};

export const TX: CommandDefinition = {
  name: 'tx',
  summary: 'Show a transaction and its outcomes; `perigee trace` shows what it did.',
  argument: { name: 'HASH', description: 'the hash of the transaction' },
  options: READING,
};

export const BLOCK: CommandDefinition = {
  name: 'block',
  summary: 'Show a block.',
  argument: {
    name: '[BLOCK]',
    description: 'a height, a hash, latest (the default) or final',
    count: 0,
    optional: 1,
  },
  options: READING,
};

export const LOGS: CommandDefinition = {
  name: 'logs',
  summary: 'Print what contracts have logged.',
  options: [
    { name: 'follow', description: 'go on with what they log from now on' },
    { name: 'contract', value: 'ACCOUNT', description: 'only the logs of this contract' },
    {
      name: 'since',
      value: 'HEIGHT',
      description: 'the first block; by default 1,000 before the newest, or with --follow the next',
    },
    ...READING,
  ],
};
