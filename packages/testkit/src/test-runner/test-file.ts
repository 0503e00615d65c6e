import type { SerializableError, TestResult } from '@jest/test-result'
import type { Config } from 'jest-runner'

/** A test file and jest's settings for it. */
export interface TestFile {
  path: string
  config: Config.ProjectConfig
  globalConfig: Config.GlobalConfig
}

/** The results of a file's tests, or why the file does not load. */
export type FileOutcome = { result: TestResult } | { error: SerializableError }
