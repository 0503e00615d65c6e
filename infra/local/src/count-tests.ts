export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The fields of jest's report that are counted. */
export interface JestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** Suites that could not be loaded, so that their tests are in no other number. */
  numRuntimeErrorTestSuites: number
}

/**
 * The true counts of a run of jest: a suite that does not load is a failure, and so is a run without a report, one that
 * had to be ended, and one that complains of something else than its tests.
 */
export function countTests(
  report: JestReport | undefined,
  { exitCode, lingered }: { exitCode: number | null; lingered: boolean },
): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
  const elsewhere = lingered || (failed === 0 && exitCode !== 0) ? 1 : 0
  return {
    passed: report.numPassedTests,
    failed: failed + elsewhere,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function addCounts(counts: readonly Counts[]): Counts {
  return {
    passed: counts.reduce((sum, each) => sum + each.passed, 0),
    failed: counts.reduce((sum, each) => sum + each.failed, 0),
    skipped: counts.reduce((sum, each) => sum + each.skipped, 0),
  }
}
