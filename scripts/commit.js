// The commit of a checkout, which set-up records in `dist/`.

import { spawnSync } from 'node:child_process';

/**
 * The commit that is checked out in a folder, with `-modified` if there are uncommitted changes. A
 * folder that is not the root of a checkout has none, even inside one.
 *
 * @param {string} folder
 */
export function readCommit(folder) {
  const describe = ['describe', '--always', '--exclude=*', '--abbrev=40', '--dirty=-modified'];
  const isRoot = readFromGit(folder, ['rev-parse', '--show-prefix']) === '';
  return (isRoot ? readFromGit(folder, describe) : null) ?? 'unknown';
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
function readFromGit(folder, args) {
  // In a container, the files often belong to another user, which Git would refuse.
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : null;
}
