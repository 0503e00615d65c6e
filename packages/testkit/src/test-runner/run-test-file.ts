import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect } from 'expect'
import { addEventHandler, getState, resetState, run } from 'jest-circus'
import { restore } from './jest-globals.ts'
import { disposeOfKept } from './keep-for-process.ts'
import type { FileOutcome, TestFile } from './test-file.ts'
import { simplifyStack, toTestResult } from './to-test-result.ts'

const jestGlobals = import.meta.resolve('./jest-globals.ts')
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: jestGlobals, shortCircuit: true } : next(specifier, context),
})

addEventHandler(async (event) => {
  if (event.name === 'test_done') {
    event.test.errors.push(...expect.extractExpectedAssertionsErrors().map(({ error }) => error))
  }
  // Errors that the last test left behind are thrown before the file ends.
  if (event.name === 'run_finish') await setImmediate()
})

/** Jest's pool calls this in each of its processes before the first file. It ends a process that uses too much memory by a signal. */
export function setup(): void {
  process.once('SIGTERM', () => void disposeOfKept().finally(() => process.exit()))
}

/** Jest's pool calls this in each of its processes after the last file. */
export const teardown = disposeOfKept

/** Loads a test file and runs its tests. */
export async function runTestFile(file: TestFile): Promise<FileOutcome> {
  const start = Date.now()
  // Tells `ps` and the meter of CPU time which file runs.
  process.title = relative(file.config.rootDir, file.path)
  try {
    const result = toTestResult(await loadAndRun(file), file)
    const end = Date.now()
    const runtime = end - start
    const slow = runtime / 1000 > file.config.slowTestThreshold
    return { result: { ...result, perfStats: { ...result.perfStats, start, end, runtime, slow } } }
  } catch (error) {
    simplifyStack(error)
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { error: { message, stack } }
  }
}

async function loadAndRun({ path, config, globalConfig }: TestFile) {
  resetState()
  const state = getState()
  const { testNamePattern: pattern, maxConcurrency } = globalConfig
  state.testTimeout = config.testTimeout
  state.testNamePattern = pattern ? new RegExp(pattern, 'i') : null
  state.maxConcurrency = maxConcurrency
  expect.setState({ testPath: path })
  const environment = { ...process.env }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  try {
    await import(pathToFileURL(path).href)
    return await run()
  } finally {
    process.off('uncaughtException', fail)
    process.off('unhandledRejection', fail)
    restoreEnvironment(environment)
    restore()
  }
}

function restoreEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name in process.env) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

/** Counts an error that no test caught as a failure of the test that runs, or else of the file. */
function fail(error: unknown): void {
  const { currentlyRunningTest, unhandledErrors } = getState()
  ;(currentlyRunningTest?.errors ?? unhandledErrors).push(error)
}
