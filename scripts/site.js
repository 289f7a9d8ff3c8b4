// Builds the site of the documents to .build/site: its own packages are installed first, which
// nothing else needs. Each page is there as HTML and, with the same name, as Markdown.
//
//   npm run site                        this version, and those of site/versions.json below /TAG/
//   npm run site -- --base /perigee/    for a site that is not at the root of its host
//   npm run site -- --versions v1,v2    other versions than those of the file; '' for none

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { doStep, install, ROOT, run } from './setup.js';
import { stagePages } from './site/stagePages.js';

const SITE = join(ROOT, 'site');
const PAGES = join(ROOT, '.build', 'sitePages');
const OUTPUT = join(ROOT, '.build', 'site');

const { values: options } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    versions: { type: 'string' },
  },
});
if (!/^\/(.*\/)?$/.test(options.base)) {
  process.stderr.write('perigee: --base begins and ends with a slash, such as /perigee/.\n');
  process.exit(1);
}
const tags =
  options.versions?.split(',').filter((tag) => tag !== '') ?? readJson('site/versions.json');
const { version } = readJson('package.json');

install(SITE, "the site's packages");
rmSync(OUTPUT, { recursive: true, force: true });
buildVersion(null, ROOT);
for (const tag of tags) buildVersion(tag, checkOut(tag));

/**
 * @param {string | null} tag null for this version
 * @param {string} root the repository at this version
 */
function buildVersion(tag, root) {
  doStep(`building the site of ${tag ?? 'this version'}`, () => {
    const places = stagePages(root, join(SITE, 'home.md'), PAGES);
    const output = join(OUTPUT, tag ?? '');
    const env = {
      ...process.env,
      SITE_PAGES: PAGES,
      SITE_OUTPUT: output,
      SITE_BASE: `${options.base}${tag === null ? '' : `${tag}/`}`,
      SITE_VERSIONS: JSON.stringify(listVersions(tag)),
    };
    // Compiled pages find the framework like any module: in a folder above them.
    symlinkSync(join(SITE, 'node_modules'), join(PAGES, 'node_modules'), 'junction');
    const program = join(SITE, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
    const built = spawnSync(process.execPath, [program, 'build', SITE], { env, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`.trim());
    for (const place of places) {
      mkdirSync(dirname(join(output, place)), { recursive: true });
      cpSync(join(PAGES, place), join(output, place));
    }
    cpSync(join(PAGES, 'images'), join(output, 'images'), { recursive: true });
  });
}

/**
 * The menu of versions; the one that is built comes first. Links begin at the base of that version.
 *
 * @param {string | null} built
 */
function listVersions(built) {
  const up = built === null ? '/' : '/../';
  const all = [
    { tag: null, text: `${version} (newest)`, link: up },
    ...tags.map((/** @type {string} */ tag) => ({ tag, text: tag, link: `${up}${tag}/` })),
  ];
  const [own, others] = [true, false].map((isOwn) =>
    all.filter(({ tag }) => (tag === built) === isOwn),
  );
  return [...(own ?? []), ...(others ?? [])].map(({ text, link }) => ({ text, link }));
}

/**
 * The repository at a tag, in a temporary folder.
 *
 * @param {string} tag
 */
function checkOut(tag) {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-site-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'archive.tar');
  run('git', ['archive', `--output=${archive}`, tag], ROOT);
  run('tar', ['-xf', archive], folder);
  return folder;
}

/** @param {string} path from the root of the repository */
function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
