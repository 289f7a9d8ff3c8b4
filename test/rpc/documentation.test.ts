// The reference pages and the descriptions in schema/ are generated from the registry: those in the
// repository must be up to date, and name what is deprecated and what replaces it.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import type { Method } from '../../src/rpc/core/method.ts';
import { formatErrorPages } from '../../src/rpc/description/errorPages.ts';
import { ERROR_REMEDIES } from '../../src/rpc/description/errorRemedies.ts';
import { readExamples } from '../../src/rpc/description/examples.ts';
import { formatMethodEffects } from '../../src/rpc/description/methodEffects.ts';
import { formatMethodPages } from '../../src/rpc/description/methodPages.ts';
import { formatOpenApi } from '../../src/rpc/description/openApi.ts';
import { formatOpenRpc } from '../../src/rpc/description/openRpc.ts';
import { formatRpcReference } from '../../src/rpc/description/referencePage.ts';
import { formatTypesPage } from '../../src/rpc/description/typesPage.ts';
import { formatWireShapes } from '../../src/rpc/description/wireShapes.ts';
import { formatWireTypes } from '../../src/rpc/description/wireTypes.ts';
import { METHODS, REGISTRY } from '../../src/rpc/service/registry.ts';
import { readText, repositoryPath } from '../support/repository.ts';

const SUCCESSORS: Readonly<Record<string, string>> = {
  EXPERIMENTAL_changes: 'changes',
  EXPERIMENTAL_changes_in_block: 'block_effects',
  EXPERIMENTAL_genesis_config: 'genesis_config',
  EXPERIMENTAL_tx_status: 'tx_status',
  broadcast_tx_async: 'send_tx',
  broadcast_tx_commit: 'send_tx',
};

const examples = readExamples(readText('schema/examples.json'));

test('the reference pages are up to date', () => {
  const rpcPages = [...formatMethodPages(examples), ['types', formatTypesPage()] as const];
  const errorPages = [...formatErrorPages(examples)];
  const pages = new Map([
    ['rpc.md', formatRpcReference()],
    ...rpcPages.map(([name, text]) => [`rpc/${name}.md`, text] as const),
    ...errorPages.map(([name, text]) => [`errors/${name}.md`, text] as const),
  ]);
  for (const [name, text] of pages) {
    const isSame = text === readText(`docs/reference/${name}`);
    assert.ok(isSame, `docs/reference/${name} is out of date: run \`npm run docs\``);
  }
  const written = ['rpc', 'errors'].flatMap((folder) =>
    readdirSync(repositoryPath('docs', 'reference', folder)).map((file) => `${folder}/${file}`),
  );
  assert.deepEqual(
    written.filter((name) => !pages.has(name)),
    [],
  );
});

test('there is advice for every error, and for no other', () => {
  const names = [...formatErrorPages(examples).keys()].filter((name) => name !== 'README');
  assert.deepEqual(Object.keys(ERROR_REMEDIES).sort(), names.sort());
});

test('the generated files of the client are up to date', () => {
  const files = {
    'effects.ts': formatMethodEffects(),
    'shapes.ts': formatWireShapes(),
    'wire.ts': formatWireTypes(),
  };
  for (const [name, expected] of Object.entries(files)) {
    assert.equal(readText(`src/client/generated/${name}`), expected, 'run `npm run docs`');
  }
});

test('the documents in schema/ are up to date', () => {
  const documents = {
    'openapi.json': formatOpenApi(examples),
    'openrpc.json': formatOpenRpc(examples),
  };
  for (const [name, text] of Object.entries(documents)) {
    const isSame = text === readText(`schema/${name}`);
    assert.ok(isSame, `schema/${name} is out of date: run \`npm run docs\``);
  }
});

test('every method has an example', () => {
  const shown = new Set(examples.map(({ method }) => method));
  assert.deepEqual(
    METHODS.map(({ name }) => name).filter((name) => !shown.has(name)),
    [],
  );
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
  const { '/': root, ...methods } = paths;
  assert.ok(root !== undefined);
  assert.deepEqual(
    Object.keys(methods),
    [...REGISTRY.keys()].map((name) => `/${name}`),
  );
  for (const [path, { post }] of Object.entries<{ post: Record<string, unknown> }>(methods)) {
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
