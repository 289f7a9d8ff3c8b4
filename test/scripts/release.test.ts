// A release on a copy of the files that it changes, with fake git and checks that only record their
// arguments.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkPackedFiles } from '../../scripts/release/packedFiles.js';
import { release } from '../../scripts/release/release.js';
import { isNextVersion, VERSION_TEXTS } from '../../scripts/release/versionTexts.js';
import { readText, repositoryPath } from '../support/repository.ts';
import { createTemporaryFolder } from '../support/temporaryFolder.ts';

const PATHS = Object.keys(VERSION_TEXTS);
const DATE = '2026-01-31';
const CHANGELOG = `# Changelog

## [Unreleased]

- A new method.

### Fixed

- An old bug.

## [0.0.1] - 2025-01-01

- The first version.
`;

class Repository {
  readonly root = createTemporaryFolder();
  readonly commands: string[] = [];
  /** What git reports about uncommitted changes and about the tag. */
  status = '';
  tags = '';

  constructor() {
    for (const path of PATHS) cpSync(repositoryPath(path), join(this.root, path));
    writeFileSync(join(this.root, 'CHANGELOG.md'), CHANGELOG);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  readAll(): string[] {
    return PATHS.map((path) => this.read(path));
  }

  release(version: string, { isDryRun = false, check = () => {} } = {}): void {
    const git = (...args: string[]) => {
      this.commands.push(args.join(' '));
      if (args[0] === 'status') return this.status;
      return args[1] === '--list' ? this.tags : '';
    };
    const pack = () => void this.commands.push('pack');
    release({ root: this.root, version, date: DATE, isDryRun, git, check, pack, say: () => {} });
  }
}

test('a release sets the version everywhere, dates the changes, commits, packs and tags', () => {
  const repository = new Repository();
  repository.release('99.1.0', {
    check: () => assert.match(repository.read('src/base/version.ts'), /'99\.1\.0'/),
  });
  assert.equal(JSON.parse(repository.read('package.json')).version, '99.1.0');
  const lock = JSON.parse(repository.read('package-lock.json'));
  assert.deepEqual([lock.version, lock.packages[''].version], ['99.1.0', '99.1.0']);
  for (const path of ['README.md', 'docs/guide/first-steps.md']) {
    assert.match(repository.read(path), /^Perigee 99\.1\.0: chain localnet/m, path);
  }
  assert.equal(
    repository.read('CHANGELOG.md'),
    CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [99.1.0] - 2026-01-31\n'),
  );
  assert.deepEqual(repository.commands.slice(2), [
    `add ${PATHS.join(' ')}`,
    'commit --message release: 99.1.0',
    'pack',
    'tag --annotate v99.1.0 --message Perigee 99.1.0',
  ]);
});

test('only the version changes in the files that npm writes', () => {
  const { version } = JSON.parse(readText('package.json'));
  for (const path of ['package.json', 'package-lock.json']) {
    const text = readText(path);
    const changed = VERSION_TEXTS[path]?.(text, '99.1.0', DATE) ?? '';
    assert.notEqual(changed, text, path);
    assert.equal(VERSION_TEXTS[path]?.(changed, version, DATE), text, path);
  }
});

test('a version that cannot be released changes nothing', () => {
  const cases: [string, (repository: Repository) => void, RegExp][] = [
    ['0.0.1', () => {}, /not a version after/],
    ['next', () => {}, /not a version after/],
    ['99.1.0', (repository) => (repository.status = ' M README.md'), /uncommitted/],
    ['99.1.0', (repository) => (repository.tags = 'v99.1.0'), /tag v99\.1\.0 exists/],
    [
      '99.1.0',
      ({ root }) => writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n'),
      /nothing under "Unreleased"/,
    ],
  ];
  for (const [version, prepare, message] of cases) {
    const repository = new Repository();
    prepare(repository);
    const before = repository.readAll();
    assert.throws(() => repository.release(version), message);
    assert.deepEqual(repository.readAll(), before, `${message}`);
  }
});

test('a dry run and a failed check leave the files as they were', () => {
  const repository = new Repository();
  const before = repository.readAll();
  repository.release('99.1.0', { isDryRun: true });
  const check = () => {
    throw new Error('a test failed');
  };
  assert.throws(() => repository.release('99.1.0', { check }), /a test failed/);
  assert.deepEqual(repository.readAll(), before);
  const asked = new Set(repository.commands.map((command) => command.split(' ')[0]));
  assert.deepEqual([...asked], ['status', 'tag']);
});

test('versions are compared number by number', () => {
  const rows: [string, string, boolean][] = [
    ['0.2.0', '0.1.9', true],
    ['0.10.0', '0.9.0', true],
    ['1.0.0', '1.0.0-rc.1', true],
    ['1.0.0-rc.2', '1.0.0-rc.1', true],
    ['1.0.0-rc.1', '1.0.0', false],
    ['0.1.0', '0.1.0', false],
    ['0.1', '0.0.1', false],
    ['v0.2.0', '0.1.0', false],
  ];
  for (const [version, previous, expected] of rows) {
    assert.equal(isNextVersion(version, previous), expected, `${version} after ${previous}`);
  }
});

test('a package has what its manifest names, and nothing else', () => {
  const manifest = {
    files: ['bin', 'dist/**/*.js', 'CHANGELOG.md'],
    bin: { perigee: 'bin/perigee.js' },
    types: './dist/index.d.ts',
    exports: { '.': { default: './dist/index.js' }, './package.json': './package.json' },
  };
  const names = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'bin/perigee.js'];
  const built = ['dist/index.js', 'dist/index.d.ts', 'dist/explorer/index.html'];
  const complete = [...names, ...built];
  const pack = (paths: string[], size = 1_000_000) => ({
    files: paths.map((path) => ({ path })),
    size,
  });
  assert.deepEqual(checkPackedFiles(manifest, pack(complete)), []);
  const cases: [ReturnType<typeof pack>, string[]][] = [
    [pack(complete.slice(1)), ['package.json is missing']],
    [pack(complete.filter((path) => path !== built[0])), ['dist/index.js is missing']],
    [pack([...complete, 'test/a.js']), ['test/a.js does not belong there']],
    [pack([...complete, 'dist/a.ts']), ['dist/a.ts is not for users']],
    [pack([...complete, 'dist/linked/a.bin']), ['dist/linked/a.bin is not for users']],
    [pack(complete, 2_000_001), ['2000001 bytes are more than 2000000']],
  ];
  for (const [packed, expected] of cases) {
    assert.deepEqual(checkPackedFiles(manifest, packed), expected);
  }
});
