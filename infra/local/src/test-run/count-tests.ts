import type { CpuUse } from './sample-cpu-by-file.ts'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** The result of one test file; the path is relative to the checkout. */
export interface FileResult {
  path: string
  seconds: number
  ok: boolean
}

export interface RunResult extends Counts {
  files: FileResult[]
  cpu: CpuUse
}

/** The fields of jest's report that are used. */
export interface JestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** Suites that failed to load; their tests are in no other count. */
  numRuntimeErrorTestSuites: number
  /** The absolute path of each file, and when it began and ended, in milliseconds. */
  testResults: { name: string; startTime: number; endTime: number; status: string }[]
}

/**
 * Returns the counts of a jest run. These count as failures too: a suite that does not load, a run without a report,
 * a run that had to be killed, and a non-zero exit code although all tests passed.
 */
export function countTests(
  report: JestReport | undefined,
  { exitCode, lingered }: { exitCode: number | null; lingered: boolean },
): Counts {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
  const outside = lingered || (failed === 0 && exitCode !== 0) ? 1 : 0
  return {
    passed: report.numPassedTests,
    failed: failed + outside,
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
