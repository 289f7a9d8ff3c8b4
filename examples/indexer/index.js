// Prints the balances of tokens whenever a final block has changed them:
//   npm start                          from the first block of the node on this machine
//   NODE_URL=… FROM=1200 npm start     from another node or height

import { Balances } from './balances.js';
import { readBlocks } from './blocks.js';

const { NODE_URL = 'http://127.0.0.1:3030', FROM = 0 } = process.env;

const balances = new Balances();
let printed = '';
for await (const block of readBlocks(NODE_URL, Number(FROM))) {
  balances.add(block);
  const lines = balances.entries().map(([name, amount]) => `  ${name} ${amount}`);
  const text = lines.join('\n');
  if (text !== printed) console.log(`block ${block.block.header.height}\n${text}`);
  printed = text;
}
