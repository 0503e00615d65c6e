import { makeCollectedTestResult, type AssertionResult, type TestResult } from '@jest/test-result'
import type { run } from 'jest-circus'
import { formatExecError, formatResultsErrors } from 'jest-message-util'
import type { TestFile } from './test-file.ts'

type RunResult = Awaited<ReturnType<typeof run>>

/** Converts the result of a run of jest-circus to what jest's reporters take, with formatted failures. */
export function toTestResult(
  { testResults, unhandledErrors, unhandledErrorsDetailed }: RunResult,
  { path, config, globalConfig }: TestFile,
): TestResult {
  for (const error of [...testResults.flatMap((each) => each.errorsDetailed), ...unhandledErrorsDetailed])
    simplifyStack(error)
  const results = testResults.map(toAssertionResult)
  const failures = [
    formatResultsErrors(results, config, globalConfig, path),
    ...unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig, path)),
  ].filter(Boolean)
  return {
    ...makeCollectedTestResult(results, { displayName: config.displayName, testFilePath: path }),
    failureMessage: failures.length > 0 ? failures.join('\n') : null,
    testExecError:
      unhandledErrors.length > 0 ? { message: '', stack: unhandledErrors.join('\n') } : undefined,
  }
}

function toAssertionResult(result: RunResult['testResults'][number]): AssertionResult {
  // The first title is that of the file's root block.
  const titles = result.testPath.slice(1)
  return {
    ancestorTitles: titles.slice(0, -1),
    duration: result.duration,
    failing: result.failing,
    failureDetails: result.errorsDetailed,
    failureMessages: [...result.errors],
    fullName: titles.join(' '),
    invocations: result.invocations,
    numPassingAsserts: result.numPassingAsserts,
    status: statusOf(result),
    title: titles.at(-1)!,
  }
}

function statusOf({ status, errors }: RunResult['testResults'][number]): AssertionResult['status'] {
  if (status === 'skip') return 'pending'
  if (status === 'todo') return 'todo'
  return errors.length > 0 ? 'failed' : 'passed'
}

/** Changes the frames of an error and of its causes to paths instead of file URLs, without those of the runner. */
export function simplifyStack(error: unknown): void {
  for (let each = error; each instanceof Error; each = each.cause)
    each.stack = each.stack?.split('\n').flatMap(simplifyLine).join('\n')
}

function simplifyLine(line: string): string[] {
  if (!/^\s+at /.test(line)) return [line]
  return /node:internal|test-runner\//.test(line) ? [] : [line.replace('file://', '')]
}
