// Our documents as linters see them: `redocly lint` with its recommended rules finds nothing in the
// OpenAPI document, and the OpenRPC document is valid under the schema of its specification.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import metaSchema from '@open-rpc/meta-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { listMethodPaths } from '../schema/support/schemaDocument.ts';
import { readText, repositoryPath } from '../support/repository.ts';

/** No reports of usage and no look for updates: tests use no network. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

interface LintReport {
  readonly totals: object;
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer: string }[];
  }[];
}

test('redocly finds no problem in the OpenAPI document', () => {
  const program = repositoryPath('test', 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const document = repositoryPath('schema', 'openapi.json');
  const { stdout } = spawnSync(
    process.execPath,
    [program, 'lint', document, '--extends', 'recommended', '--format', 'json'],
    { encoding: 'utf8', env: { ...process.env, ...OFFLINE } },
  );
  const { totals, problems } = JSON.parse(stdout) as LintReport;
  const lines = problems.map(
    ({ ruleId, message, location: [at] }) => `${at?.pointer} ${ruleId}: ${message}`,
  );
  assert.equal(lines.length, 0, `\n${lines.join('\n')}`);
  assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 });
});

test('the OpenRPC document is valid', () => {
  const document = JSON.parse(readText('schema/openrpc.json'));
  const { $schema: _, ...specification } = (
    metaSchema as unknown as { openrpcDocument: Record<string, unknown> }
  ).openrpcDocument;
  const ajv = new Ajv2020({ strict: false, formats: { uri: true, 'uri-reference': true } });
  // The specification refers to a description of JSON Schema that only exists online.
  const dialect = 'https://json-schema.org/draft/2020-12/schema';
  ajv.addSchema({ $ref: dialect }, 'https://meta.json-schema.tools');
  ajv.addSchema(
    { definitions: { JSONSchemaObject: { properties: { $ref: { type: 'string' } } } } },
    'https://meta.json-schema.tools/',
  );
  const validate = ajv.compile(specification);
  assert.ok(validate(document), ajv.errorsText(validate.errors));
});

test('both documents have the same methods and components', () => {
  const { methods, components } = JSON.parse(readText('schema/openrpc.json'));
  const openApi = JSON.parse(readText('schema/openapi.json'));
  assert.deepEqual(
    methods.map(({ name }: { name: string }) => `/${name}`),
    listMethodPaths(openApi),
  );
  for (const [name, schema] of Object.entries(components.schemas)) {
    assert.deepEqual(schema, openApi.components.schemas[name], name);
  }
});

test('every reference of a document leads to something', () => {
  for (const path of ['schema/openapi.json', 'schema/openrpc.json']) {
    const text = readText(path);
    const document = JSON.parse(text);
    const references = new Set([...text.matchAll(/"\$ref": *"#\/([^"]+)"/g)].map(([, at]) => at));
    assert.ok(references.size > 0, path);
    for (const reference of references) {
      const target = reference!.split('/').reduce((value, key) => value?.[key], document);
      assert.ok(target !== undefined, `${path}: ${reference}`);
    }
  }
});
