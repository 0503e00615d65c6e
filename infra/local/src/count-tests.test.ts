import { describe, expect, test } from '@jest/globals'
import { addCounts, countTests } from './count-tests.ts'

const report = {
  numPassedTests: 10,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 2,
  numRuntimeErrorTestSuites: 0,
}
const clean = { exitCode: 0, lingered: false }

describe('counting tests', () => {
  test('passed, failed and skipped are those of the report', () => {
    expect(countTests(report, clean)).toEqual({ passed: 10, failed: 0, skipped: 3 })
    expect(countTests({ ...report, numFailedTests: 2 }, { ...clean, exitCode: 1 }).failed).toBe(2)
  })

  test('a suite that does not load is a failure', () => {
    expect(countTests({ ...report, numRuntimeErrorTestSuites: 1 }, { ...clean, exitCode: 1 }).failed).toBe(1)
  })

  test('a run without a report is a failure', () => {
    expect(countTests(undefined, { ...clean, exitCode: null })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('a run that complains although every test passed is a failure', () => {
    expect(countTests(report, { ...clean, exitCode: 1 }).failed).toBe(1)
  })

  test('a run that had to be ended is a failure', () => {
    expect(countTests(report, { exitCode: null, lingered: true }).failed).toBe(1)
  })

  test('runs add up', () => {
    const sum = addCounts([countTests(report, clean), countTests(undefined, clean)])
    expect(sum).toEqual({ passed: 10, failed: 1, skipped: 3 })
  })
})
