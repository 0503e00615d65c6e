import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { TestResult } from '@jest/test-result'
import { expect } from 'expect'
import { addEventHandler, getState, resetState, run } from 'jest-circus'
import type { Config, Test } from 'jest-runner'
import { restore } from './jest-globals.ts'
import { toTestResult } from './to-test-result.ts'

addEventHandler(async (event) => {
  if (event.name === 'test_done') {
    event.test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error))
  }
  // Errors that the last test left behind are thrown before the file ends.
  if (event.name === 'run_finish') await setImmediate()
})

/** Loads a test file and runs its tests. Throws when the file does not load. */
export async function runTestFile(test: Test, globalConfig: Config.GlobalConfig): Promise<TestResult> {
  const start = Date.now()
  const ran = await loadAndRun(test, globalConfig)
  const result = toTestResult(ran, test, globalConfig)
  const end = Date.now()
  return { ...result, perfStats: { ...result.perfStats, start, end, runtime: end - start } }
}

async function loadAndRun({ path, context }: Test, { testNamePattern: pattern }: Config.GlobalConfig) {
  resetState()
  const state = getState()
  state.testTimeout = context.config.testTimeout
  state.testNamePattern = pattern ? new RegExp(pattern, 'i') : null
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    await import(pathToFileURL(path).href)
    return await run()
  } finally {
    process.off('uncaughtException', fail)
    process.off('unhandledRejection', fail)
    restore()
  }
}

/** Counts an error that no test caught as a failure of the test that runs, or else of the file. */
function fail(error: unknown): void {
  const { currentlyRunningTest, unhandledErrors } = getState()
  ;(currentlyRunningTest?.errors ?? unhandledErrors).push(error)
}
