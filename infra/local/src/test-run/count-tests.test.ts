import { describe, expect, test } from '@jest/globals'
import { addCounts, countTests } from './count-tests.ts'

const report = {
  numPassedTests: 10,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 2,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
}
const clean = { exitCode: 0, lingered: false }

describe('counting tests', () => {
  test('returns passed, failed and skipped of the report', () => {
    expect(countTests(report, clean)).toEqual({ passed: 10, failed: 0, skipped: 3 })
    expect(countTests({ ...report, numFailedTests: 2 }, { ...clean, exitCode: 1 }).failed).toBe(2)
  })

  test('counts a suite that does not load as a failure', () => {
    expect(countTests({ ...report, numRuntimeErrorTestSuites: 1 }, { ...clean, exitCode: 1 }).failed).toBe(1)
  })

  test('counts a run without a report as a failure', () => {
    expect(countTests(undefined, { ...clean, exitCode: null })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('counts a non-zero exit code as a failure when every test passed', () => {
    expect(countTests(report, { ...clean, exitCode: 1 }).failed).toBe(1)
  })

  test('counts a run that had to be killed as a failure', () => {
    expect(countTests(report, { exitCode: null, lingered: true }).failed).toBe(1)
  })

  test('adds up runs', () => {
    const sum = addCounts([countTests(report, clean), countTests(undefined, clean)])
    expect(sum).toEqual({ passed: 10, failed: 1, skipped: 3 })
  })
})
