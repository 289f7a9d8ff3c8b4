// The reference page and the OpenAPI description are generated from the registry: the page in the
// repository must be up to date, and both must name what is deprecated and what replaces it.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Method } from '../../src/rpc/core/method.ts';
import { METHODS, REGISTRY } from '../../src/rpc/core/registry.ts';
import { formatMethodEffects } from '../../src/rpc/description/methodEffects.ts';
import { formatOpenApi } from '../../src/rpc/description/openApi.ts';
import { formatRpcReference } from '../../src/rpc/description/referencePage.ts';
import { formatWireTypes } from '../../src/rpc/description/wireTypes.ts';
import { readText, repositoryPath } from '../support/repository.ts';

const SUCCESSORS: Readonly<Record<string, string>> = {
  EXPERIMENTAL_changes: 'changes',
  EXPERIMENTAL_changes_in_block: 'block_effects',
  EXPERIMENTAL_genesis_config: 'genesis_config',
  EXPERIMENTAL_tx_status: 'tx_status',
  broadcast_tx_async: 'send_tx',
  broadcast_tx_commit: 'send_tx',
};

test('the reference page is up to date', () => {
  assert.equal(readText('docs/reference/rpc.md'), formatRpcReference(), 'run `npm run docs`');
});

test('the generated files of the client are up to date', () => {
  const files = { 'effects.ts': formatMethodEffects(), 'wire.ts': formatWireTypes() };
  for (const [name, expected] of Object.entries(files)) {
    assert.equal(readText(`src/client/generated/${name}`), expected, 'run `npm run docs`');
  }
});

test('every file of src/rpc/methods is a method of that name', () => {
  const files = readdirSync(repositoryPath('src', 'rpc', 'methods'));
  const names = files.map((file) => file.replace(/\.ts$/, '')).sort();
  assert.deepEqual(names, METHODS.map(({ name }) => name).sort());
});

test('the guide names the methods that need empty params', () => {
  const takes = (params: unknown) => (method: Method) => {
    try {
      method.prepare(params, 'root');
      return true;
    } catch {
      return false;
    }
  };
  const names = METHODS.filter(takes({}))
    .filter((method) => !takes(null)(method))
    .map(({ name }) => name);
  const [, sentence = ''] =
    /object of optional keys in the reference: ([^.]+) need at least/.exec(
      readText('docs/guide/errors.md'),
    ) ?? [];
  const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  assert.deepEqual(named.sort(), names.sort());
});

test('deprecated names have their successors', () => {
  const deprecated = [...REGISTRY.values()].filter(({ isDeprecated }) => isDeprecated);
  assert.deepEqual(
    Object.fromEntries(deprecated.map(({ name, successor }) => [name, successor])),
    SUCCESSORS,
  );
});

test('the OpenAPI description has a path for every name', () => {
  const { openapi, info, paths } = JSON.parse(formatOpenApi());
  assert.match(openapi, /^3\./);
  assert.equal(info.version, '1.3.36');
  assert.deepEqual(
    Object.keys(paths),
    [...REGISTRY.keys()].map((name) => `/${name}`),
  );
  for (const [path, { post }] of Object.entries<{ post: Record<string, unknown> }>(paths)) {
    const name = path.slice(1);
    assert.equal(post.operationId, name);
    assert.equal(post.deprecated ?? false, name in SUCCESSORS, name);
    assert.equal(post['x-successor'], SUCCESSORS[name], name);
  }
});

test('the description has the types of params', () => {
  const { components } = JSON.parse(formatOpenApi());
  const request = (name: string) => components.schemas[`JsonRpcRequest_for_${name}`];
  assert.deepEqual(request('chunk').required, ['id', 'jsonrpc', 'method', 'params']);
  assert.deepEqual(request('tx_status').properties.method.enum, ['tx_status']);
  const proof = components.schemas.RpcLightClientBlockProofRequest;
  assert.deepEqual(proof.required, ['block_hash', 'light_client_head']);
});
