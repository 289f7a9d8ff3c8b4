// The rules of the house (CONTRIBUTING.md), checked over the files of the repository. Each is a
// table and a small function that returns one line, `path:line what is wrong`, for every violation.

import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { readText } from './support/repository.ts';
import {
  allFiles,
  type Breach,
  checkFiles,
  codeFiles,
  readImports,
  resolveImport,
  type SourceFile,
  sourceFiles,
} from './support/sourceFiles.ts';

const folders = (...names: string[]) => names.map((name) => `src/${name}/`);

/** What uses HTTP; everything else in RPC works on bytes. */
const WITH_HTTP = folders(
  ...['http', 'rpc/events', 'process', 'node', 'cluster', 'testing', 'benchmark'],
);
const WITH_FILES = [
  'src/base/optionalModule.ts',
  ...folders('store', 'follow', 'compare', 'fork', 'http', 'telemetry', 'home', 'process'),
  ...folders('execution', 'cluster', 'node', 'sql', 'replay', 'verify', 'kit', 'project', 'remote'),
  ...folders('embed', 'testing', 'runners', 'benchmark', 'cli'),
];
const WITH_THREADS = folders(
  ...['home', 'fork', 'execution', 'cluster', 'node', 'replay', 'remote'],
);

/** Which module may be imported where in `src/`. A module without a row may not be imported. */
const IMPORTERS: Record<string, readonly string[]> = {
  '@noble/curves': ['src/base/'],
  '@noble/hashes': ['src/base/'],
  '@noble/post-quantum': ['src/base/'],
  // Required by name in src/home/lockFile.ts: only its prebuilt file is loaded.
  'fs-native-extensions': [],
  jiti: ['src/project/openProject.ts', 'src/runners/vitest.ts'],
  lmdb: ['src/store/lmdb/'],
  pino: ['src/telemetry/'],
  'prom-client': ['src/telemetry/'],
  'tiny-secp256k1': ['src/base/crypto/secp256k1.ts'],
  ws: ['src/rpc/events/'],
  'node:buffer': ['src/base/'],
  'node:cluster': ['src/node/'],
  'node:crypto': ['src/base/'],
  'node:child_process': ['src/benchmark/', 'src/node/workers/', 'src/home/'],
  'node:events': ['src/follow/', 'src/rpc/', 'src/process/', 'src/node/', 'src/benchmark/'],
  'node:fs': WITH_FILES,
  'node:fs/promises': WITH_FILES,
  'node:http': WITH_HTTP,
  'node:module': ['src/base/optionalModule.ts', 'src/base/crypto/secp256k1.ts', 'src/runners/'],
  'node:net': WITH_HTTP,
  'node:os': WITH_FILES,
  'node:path': WITH_FILES,
  'node:readline': ['src/compare/', 'src/replay/'],
  'node:stream': [...WITH_HTTP, ...WITH_FILES],
  'node:timers/promises': [
    'src/follow/',
    'src/fork/',
    'src/cluster/',
    'src/node/',
    'src/benchmark/',
  ],
  'node:tls': ['src/benchmark/'],
  'node:url': WITH_FILES,
  'node:util': ['src/cli/'],
  'node:v8': ['src/execution/', 'src/remote/'],
  'node:vm': ['src/execution/'],
  'node:worker_threads': WITH_THREADS,
  'node:zlib': ['src/base/bytes/crc32.ts', 'src/follow/', 'src/http/', 'src/replay/'],
};

/** Time and randomness come from outside, so that an execution can be repeated exactly. */
const CLOCKED = [
  'src/base/abortableSleep.ts',
  'src/client/clientClock.ts',
  'src/chain/production/clock.ts',
  'src/base/time.ts',
  'src/http/',
  'src/telemetry/',
  'src/home/',
  'src/process/',
  'src/execution/',
  'src/fork/',
  'src/follow/sources/sourceClock.ts',
  'src/cluster/',
  'src/node/',
  'src/replay/',
  // LMDB ends its read transactions by a timer of its own.
  'src/store/lmdb/currentRows.ts',
  'src/verify/',
  'src/embed/',
  'src/benchmark/',
  'src/cli/',
];
const CLOCKS =
  /\b(Date\.now|new Date\(|performance\.now|setTimeout|setInterval|Math\.random)(?!\w)/;

/** Exports of `src/` that no import outside tests names, and why they are kept. */
const UNIMPORTED: Record<string, string> = {
  'src/base/crypto/vrf.ts verifyVrf': 'how other nodes check our proofs',
  'src/base/errorsPage.ts formatErrorsPage': 'scripts/docs.js loads it compiled',
  'src/chain/columns/columnTable.ts formatColumnTable': 'scripts/docs.js loads it compiled',
  'src/cli/main.ts main': 'bin/perigee.js loads it compiled',
  'src/cli/referencePage.ts formatReferencePage': 'scripts/docs.js loads it compiled',
  'src/mcp/toolsPage.ts formatToolsPage': 'scripts/docs.js loads it compiled',
  'src/sql/schemaPage.ts formatSchemaPage': 'scripts/docs.js loads it compiled',
  'src/telemetry/cachesPage.ts formatCachesPage': 'scripts/docs.js loads it compiled',
  'src/telemetry/metricsPage.ts formatMetricsPage': 'scripts/docs.js loads it compiled',
  'src/rpc/description/methodEffects.ts formatMethodEffects': 'scripts/docs.js loads it compiled',
  'src/rpc/description/wireShapes.ts formatWireShapes': 'scripts/docs.js loads it compiled',
  'src/rpc/description/wireTypes.ts formatWireTypes': 'scripts/docs.js loads it compiled',
  'src/rpc/description/errorPages.ts formatErrorPages': 'scripts/docs.js loads it compiled',
  'src/rpc/description/examples.ts readExamples': 'scripts/docs.js loads it compiled',
  'src/rpc/description/methodPages.ts formatMethodPages': 'scripts/docs.js loads it compiled',
  'src/rpc/description/openApi.ts formatOpenApi': 'scripts/docs.js loads it compiled',
  'src/rpc/description/openRpc.ts formatOpenRpc': 'scripts/docs.js loads it compiled',
  'src/rpc/description/referencePage.ts formatRpcReference': 'scripts/docs.js loads it compiled',
  'src/rpc/description/typesPage.ts formatTypesPage': 'scripts/docs.js loads it compiled',
  'src/runners/vitest.ts useNode': 'the entry point perigee/vitest',
  'src/runners/vitestSetup.ts setup': 'the entry point perigee/vitest/setup',
};

const FORBIDDEN: readonly { pattern: RegExp; why: string }[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, why: 'finish it, or open an issue' },
  { pattern: /\bas any\b(?! \w)/, why: 'the types are there to help' },
  { pattern: /@ts-(ignore|nocheck)/, why: 'the types are there to help' },
  { pattern: /\bregistry\.[a-z]+\.[a-z]+|"resolved":/, why: 'no registry is named' },
  { pattern: /(^|[\s'"`(=])\/(home|root|work|Users)\//, why: 'a path of one machine' },
  { pattern: /\b(test|it|describe)\.(skip|todo|only)\b/, why: 'every test runs' },
  { pattern: /\{ *(skip|todo|only):/, why: 'every test runs' },
];

const FILE_LINES_MAX = 400;
const FUNCTION_LINES_MAX = 70;
const COLUMNS_MAX = 100;

function packageOf(module: string): string {
  if (module.startsWith('node:')) return module;
  return module.split('/', module.startsWith('@') ? 2 : 1).join('/');
}

/** Files that `npm run docs` writes. */
function isGenerated(path: string): boolean {
  return path.includes('/generated/');
}

function isIn(path: string, places: readonly string[]): boolean {
  return places.some((place) => path.startsWith(place));
}

test('a module is imported only where its row says', () => {
  checkFiles(sourceFiles, (file) =>
    readImports(file).flatMap(({ module, line }) => {
      if (module.startsWith('.')) return [];
      const name = packageOf(module);
      const isAllowed = isIn(file.path, IMPORTERS[name] ?? []);
      return isAllowed ? [] : [{ line, what: `${name} may not be imported here` }];
    }),
  );
});

test('every dependency has a row in the table and a reason in CONTRIBUTING.md', () => {
  const manifest = JSON.parse(readText('package.json'));
  const testManifest = JSON.parse(readText('test/package.json'));
  const reasons = readText('CONTRIBUTING.md');
  const runTime = Object.keys(manifest.dependencies);
  assert.deepEqual(
    runTime,
    Object.keys(IMPORTERS).filter((name) => !name.startsWith('node:')),
  );
  const siteManifest = JSON.parse(readText('site/package.json'));
  const others = {
    ...manifest.devDependencies,
    ...testManifest.dependencies,
    ...siteManifest.dependencies,
  };
  for (const name of [...runTime, ...Object.keys(others)]) {
    assert.ok(reasons.includes(`| \`${name}\` |`), name);
  }
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...others })) {
    assert.match(String(version), /^(npm:\w+@)?\d+\.\d+\.\d+$/, `${name} has an exact version`);
  }
});

test('no files import each other in a circle', () => {
  // Imports of types count too: they make two files one unit to read.
  const files = codeFiles.filter(({ path }) => /^(src|explorer)\//.test(path));
  const imports = new Map(
    files.map((file) => [
      file.path,
      readImports(file)
        .filter(({ module }) => module.startsWith('.'))
        .map(({ module }) => resolveImport(file.path, module)),
    ]),
  );
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path))
      circles.push([...above.slice(above.indexOf(path)), path].join(' -> '));
    if (done.has(path) || above.includes(path)) return;
    for (const imported of imports.get(path) ?? []) visit(imported, [...above, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  assert.deepEqual(circles, []);
});

const NAMED_IMPORT = /\{([^{}]*)\} (?:from |= await import\()'(\..+?)'/g;
const PICKED_IMPORT = /import\('(\..+?)'\)\)\.(\w+)/g;
const WHOLE_IMPORT = /import \* as \w+ from '(\..+?)'/g;

/** What a file imports, as `path name`; `path *` for a whole module. */
function readImportedNames({ path, lines }: SourceFile): string[] {
  const text = lines.join('\n');
  const named = [...text.matchAll(NAMED_IMPORT)].flatMap(([, names, module]) =>
    (names ?? '').split(',').map((name) => [module, name.trim().replace(/^type | as .*$/g, '')]),
  );
  const picked = [...text.matchAll(PICKED_IMPORT)].map(([, module, name]) => [module, name]);
  const whole = [...text.matchAll(WHOLE_IMPORT)].map(([, module]) => [module, '*']);
  return [...named, ...picked, ...whole].map(
    ([module, name]) => `${resolveImport(path, module ?? '')} ${name}`,
  );
}

const EXPORT =
  /^export (?:abstract )?(?:async )?(?:const|function\*?|class|type|interface) (\w+)\b/;

/** Whether the file itself uses one of its exports. */
function usesOwn({ lines }: SourceFile, name: string): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  return lines.some(
    (line) => word.test(line) && EXPORT.exec(line)?.[1] !== name && !/^\s*(\/\/|\/?\*)/.test(line),
  );
}

test('an export is imported by another file, and does not serve tests alone', () => {
  const importedBy = (files: readonly SourceFile[]) => new Set(files.flatMap(readImportedNames));
  const imported = importedBy(codeFiles.filter(({ path }) => !path.startsWith('test/')));
  const tested = importedBy(codeFiles.filter(({ path }) => path.startsWith('test/')));
  const written = sourceFiles.filter(({ path }) => !isGenerated(path));
  checkFiles(written, (file) =>
    file.lines.flatMap((text, index) => {
      const name = EXPORT.exec(text)?.[1];
      const key = `${file.path} ${name}`;
      const whole = `${file.path} *`;
      if (name === undefined || imported.has(key) || imported.has(whole)) return [];
      if (key in UNIMPORTED) return [];
      const isTested = tested.has(key) || tested.has(whole);
      if (!isTested) return [{ line: index + 1, what: `nobody imports ${name}` }];
      return usesOwn(file, name) ? [] : [{ line: index + 1, what: `only tests use ${name}` }];
    }),
  );
});

test('the list of unimported exports has no others', () => {
  const imported = new Set(
    codeFiles.filter(({ path }) => !path.startsWith('test/')).flatMap(readImportedNames),
  );
  const exported = new Set(
    sourceFiles.flatMap(({ path, lines }) =>
      lines.map((line) => `${path} ${EXPORT.exec(line)?.[1]}`),
    ),
  );
  const isStale = (key: string) => imported.has(key) || !exported.has(key);
  assert.deepEqual(Object.keys(UNIMPORTED).filter(isStale), []);
});

test('time and chance come from outside', () => {
  const files = sourceFiles.filter(({ path }) => !isIn(path, CLOCKED));
  checkFiles(files, ({ lines }) =>
    lines.flatMap((text, index) => {
      const found = CLOCKS.exec(text);
      const isComment = /^\s*(\/\/|\/?\*)/.test(text);
      return found && !isComment ? [{ line: index + 1, what: `${found[1]} is not allowed` }] : [];
    }),
  );
});

test('no file, function or line is too long', () => {
  const files = codeFiles.filter(({ path }) => !isGenerated(path));
  checkFiles(files, ({ lines }) => {
    // A text without a space, such as a test vector, cannot be broken.
    const isLong = (text: string) => text.length > COLUMNS_MAX && !/\S{60}/.test(text);
    const longLines = lines.flatMap((text, index) =>
      isLong(text) ? [{ line: index + 1, what: `has ${text.length} columns` }] : [],
    );
    const count = lines.length - 1;
    const tooLong = count > FILE_LINES_MAX ? [{ line: count, what: 'is too long a file' }] : [];
    return [...longLines, ...tooLong, ...findLongFunctions(lines)];
  });
});

const FUNCTION_START =
  /^(\s*)(?:.*\bfunction\b.*|.*=> \{|(?:(?:static|async|override|get|set) )*#?\w+(?:<.*>)?\(.*)$/;
const CONTROL = /^\s*(\} )?(if|for|while|switch|catch|else|describe|return)\b/;

/**
 * In formatted code a function ends at the next closing brace with the indentation of its start.
 */
function findLongFunctions(lines: readonly string[]): Breach[] {
  return lines.flatMap((text, index) => {
    const indent = FUNCTION_START.exec(text)?.[1];
    if (indent === undefined || CONTROL.test(text) || !/[{(]$/.test(text)) return [];
    const length = lines.slice(index).findIndex((line) => line.startsWith(`${indent}}`)) + 1;
    const isCall = lines
      .slice(index, index + length)
      .some((line) => line.startsWith(`${indent})`) && !line.endsWith('{'));
    if (isCall || length <= FUNCTION_LINES_MAX) return [];
    return [{ line: index + 1, what: `is a function of ${length} lines` }];
  });
}

test('no forbidden words', () => {
  const files = allFiles.filter(({ path }) => path !== 'test/tidy.test.ts');
  checkFiles(files, ({ lines }) =>
    lines.flatMap((text, index) =>
      FORBIDDEN.flatMap(({ pattern, why }) => {
        const found = pattern.exec(text);
        return found ? [{ line: index + 1, what: `has '${found[0].trim()}': ${why}` }] : [];
      }),
    ),
  );
});

test('every file opens with a comment and has a camel-case name', () => {
  checkFiles(codeFiles, ({ path, lines }) => {
    const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
    const hasComment = /^\/[/*]/.test(first ?? '');
    const isMethod = path.startsWith('src/rpc/methods/');
    const isCamel =
      /^[a-z][A-Za-z0-9]*(\.test|\.d)?\.(tsx?|js)$/.test(posix.basename(path)) || isMethod;
    return [
      ...(hasComment ? [] : [{ line: 1, what: 'has no opening comment' }]),
      ...(isCamel ? [] : [{ line: 1, what: 'is not named in camel case' }]),
    ];
  });
});
