// The results of the suites as a table, with the reasons below it.

/**
 * @typedef {object} Skipped
 * @property {string} what
 * @property {string} why
 */

/**
 * @typedef {object} Results
 * @property {number} passed
 * @property {string[]} failed one line or more for each
 * @property {Skipped[]} skipped
 * @property {number} [seconds] of the tests alone, if known
 */

/** @typedef {Results & { name: string, seconds: number }} Report */

/**
 * @typedef {object} TestResult
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {string} [message]
 */

/**
 * A test that cannot pass here, and why; if it passes anyway, it counts as passed.
 *
 * @typedef {object} Exception
 * @property {RegExp} test
 * @property {string} why
 */

/**
 * @param {TestResult[]} tests
 * @param {Exception[]} exceptions
 * @returns {Results}
 */
export function countResults(tests, exceptions) {
  /** @type {Results} */
  const results = { passed: 0, failed: [], skipped: [] };
  for (const { name, status, message } of tests) {
    const exception = exceptions.find(({ test }) => test.test(name));
    if (status === 'passed') results.passed++;
    else if (exception) results.skipped.push({ what: name, why: exception.why });
    else if (status === 'skipped') results.skipped.push({ what: name, why: 'its suite skips it' });
    else results.failed.push(message ? `${name}\n${message}` : name);
  }
  return results;
}

/** @param {Report[]} reports */
export function failures(reports) {
  return reports.reduce((sum, { failed }) => sum + failed.length, 0);
}

/** @param {Report[]} reports */
export function formatReport(reports) {
  const head = ['suite', 'passed', 'failed', 'skipped', 'seconds'];
  const rows = reports.map(({ name, passed, failed, skipped, seconds }) => {
    return [name, passed, failed.length, skipped.length, seconds.toFixed(1)].map(String);
  });
  const widths = head.map((title, i) => {
    return Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0));
  });
  const table = [head, ...rows].map((row) => {
    return row.map((cell, i) => alignCell(cell, widths[i] ?? 0, i === 0)).join('  ');
  });
  const reasons = reports.flatMap(({ name, failed, skipped }) => [
    ...failed.map((text) => `failed   ${name}: ${text}`),
    ...skipped.map(({ what, why }) => `skipped  ${name}: ${what} (${why})`),
  ]);
  return `${[...table, ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n')}\n`;
}

/**
 * @param {string} cell
 * @param {number} width
 * @param {boolean} isText
 */
function alignCell(cell, width, isText) {
  return isText ? cell.padEnd(width) : cell.padStart(width);
}
