import { registerHooks } from 'node:module'
import type {
  CallbackTestRunnerInterface,
  Config,
  OnTestFailure,
  OnTestStart,
  OnTestSuccess,
  Test,
  TestWatcher,
} from 'jest-runner'
import { runTestFile } from './run-test-file.ts'
import { simplifyStack } from './to-test-result.ts'

/**
 * Jest's runner of unit tests. It loads all test files in one process with Node's own loader, so a module that many files
 * import is loaded once. Jest's default runner loads every module again for each file. The project sets `testTimeout`.
 */
export default class UnitRunner implements CallbackTestRunnerInterface {
  readonly #globalConfig: Config.GlobalConfig

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig
    const url = import.meta.resolve('./jest-globals.ts')
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === '@jest/globals' ? { url, shortCircuit: true } : next(specifier, context),
    })
  }

  async runTests(
    tests: Test[],
    watcher: TestWatcher,
    onStart: OnTestStart,
    onResult: OnTestSuccess,
    onFailure: OnTestFailure,
  ): Promise<void> {
    // Files share modules, so their order is always the same.
    for (const test of tests.toSorted((a, b) => a.path.localeCompare(b.path))) {
      if (watcher.isInterrupted()) return
      await onStart(test)
      try {
        await onResult(test, await runTestFile(test, this.#globalConfig))
      } catch (error) {
        simplifyStack(error)
        const { message, stack } = error instanceof Error ? error : new Error(String(error))
        await onFailure(test, { message, stack })
      }
    }
  }
}
