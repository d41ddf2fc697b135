/**
 * @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Tally
 */

/**
 * Counts vitest's JSON report. What ended badly without a failed test to show for it counts as one failure: a file that does not load,
 * an error outside tests, no report at all, no test at all.
 * @param {unknown} report the parsed report; undefined when vitest wrote none
 * @param {number} exitCode vitest's
 * @returns {Tally}
 */
export function tallyReport(report, exitCode) {
  /** @type {{ testResults?: { status: string, assertionResults: { status: string }[] }[] }} */
  const { testResults = [] } = report !== null && typeof report === 'object' ? report : {};
  const statuses = testResults.flatMap((file) => file.assertionResults.map((test) => test.status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const failedTests = statuses.filter((status) => status === 'failed').length;
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length;
  const failed = failedTests + brokenFiles;
  const silent = failed === 0 && (exitCode !== 0 || statuses.length === 0) ? 1 : 0;
  return { passed, failed: failed + silent, skipped: statuses.length - passed - failedTests };
}
