// All tools, in the order in which clients list them.

import type { Tool } from './tool.ts';
import { ACCOUNT_TOOLS } from './tools/accountTools.ts';
import { CHAIN_TOOLS } from './tools/chainTools.ts';
import { CONTRACT_TOOLS } from './tools/contractTools.ts';
import { ERROR_TOOLS } from './tools/errorTools.ts';
import { TRANSACTION_TOOLS } from './tools/transactionTools.ts';

export const TOOLS: readonly Tool[] = [
  ...ACCOUNT_TOOLS,
  ...CONTRACT_TOOLS,
  ...TRANSACTION_TOOLS,
  ...CHAIN_TOOLS,
  ...ERROR_TOOLS,
];
