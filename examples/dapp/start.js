// Starts a chain with the contract, and serves the dapp, which is bundled again whenever the page
// is loaded. Ctrl-C ends both.

import { context } from 'esbuild';
import { createNode } from 'perigee';

const { NODE_PORT = 3030, PORT = 8000 } = process.env;

const node = await createNode({ config: 'perigee.config.json', port: Number(NODE_PORT) });
const bundle = await context({
  entryPoints: ['dapp.js'],
  bundle: true,
  format: 'esm',
  outdir: 'public',
  define: { NODE_URL: JSON.stringify(node.url) },
});
const { port } = await bundle.serve({ servedir: 'public', host: '127.0.0.1', port: Number(PORT) });
console.log(`The dapp is at http://127.0.0.1:${port}, the node at ${node.url}`);
