// The entry point `perigee/client` as a browser gets it: bundled without a module of Node, small,
// and running where only what browsers have is defined.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { repositoryPath } from '../support/repository.ts';

const BYTES_MAX = 8 * 1024;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [repositoryPath('src', 'client', 'index.ts')],
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    globalName: 'perigee',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

test('the client runs without Node, and is small', async () => {
  const text = await bundle();
  const { length } = gzipSync(text);
  assert.ok(length < BYTES_MAX, `${length} bytes compressed`);
  const response = '{"result":{"chain_id":"é","big":18446744073709551615}}';
  const context = createContext({
    URL,
    AbortController,
    TextDecoder,
    performance,
    setTimeout,
    clearTimeout,
    fetch: async () => new Response(response),
  });
  runInContext(text, context);
  const result = await runInContext(
    `perigee.createClient('http://node.example').rpc('status')`,
    context,
  );
  assert.deepEqual({ ...result }, { chain_id: 'é', big: 18446744073709551615n });
});
