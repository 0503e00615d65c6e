import { fileURLToPath } from 'node:url'
import type {
  CallbackTestRunnerInterface,
  Config,
  OnTestFailure,
  OnTestStart,
  OnTestSuccess,
  Test,
  TestRunnerOptions,
  TestWatcher,
} from 'jest-runner'
import { Worker } from 'jest-worker'
import { runTestFile, teardown } from './run-test-file.ts'
import type { FileOutcome, TestFile } from './test-file.ts'

const RUN_TEST_FILE = fileURLToPath(import.meta.resolve('./run-test-file.ts'))

/** How long a process may take to dispose of what its files shared. */
const EXIT_MS = 10_000

type RunFile = (file: TestFile) => Promise<FileOutcome>

/**
 * Jest's runner of tests, which loads test files with Node's own loader, so a module that many files import is loaded once
 * in each process. Jest's default runner loads every module again for each file. With one worker, all files run in this
 * process. Projects set `testTimeout`.
 */
export default class TestRunner implements CallbackTestRunnerInterface {
  readonly #globalConfig: Config.GlobalConfig

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig
  }

  async runTests(
    tests: Test[],
    watcher: TestWatcher,
    onStart: OnTestStart,
    onResult: OnTestSuccess,
    onFailure: OnTestFailure,
    { serial }: TestRunnerOptions,
  ): Promise<void> {
    const runOne = (runFile: RunFile) => async (test: Test) => {
      if (watcher.isInterrupted()) return
      await onStart(test)
      const { path, context } = test
      const outcome = await runFile({ path, config: context.config, globalConfig: this.#globalConfig })
      if ('error' in outcome) await onFailure(test, outcome.error)
      else await onResult(test, outcome.result)
    }
    if (serial) {
      // Files share modules, so their order is always the same.
      for (const test of tests.toSorted((a, b) => a.path.localeCompare(b.path)))
        await runOne(runTestFile)(test)
      await teardown()
      return
    }
    const pool = this.#startPool()
    try {
      await Promise.all(tests.map(runOne((file) => pool.runTestFile(file))))
    } finally {
      await pool.end()
    }
  }

  #startPool() {
    const { maxWorkers, workerIdleMemoryLimit } = this.#globalConfig
    const pool = new Worker(RUN_TEST_FILE, {
      exposedMethods: ['runTestFile'],
      numWorkers: maxWorkers,
      idleMemoryLimit: workerIdleMemoryLimit,
      forkOptions: { stdio: 'pipe' },
      workerGracefulExitTimeout: EXIT_MS,
    }) as Worker & { runTestFile: RunFile }
    pool.getStdout()?.pipe(process.stdout)
    pool.getStderr()?.pipe(process.stderr)
    return pool
  }
}
