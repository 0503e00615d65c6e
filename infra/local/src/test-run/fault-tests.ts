import type { ChildProcess } from 'node:child_process'
import { addCounts, type Counts } from './count-tests.ts'
import { runJest, type Project } from './run-jest.ts'

/** Titles of fault tests contain the id of their case, such as X01. */
const FAULT_TESTS = ['--testNamePattern', String.raw`\bX\d\d\b`]

/** The program that runs random faults, for FAULTS_SECONDS. */
export const RANDOM_FAULTS = 'packages/e2e/src/run-faults.ts'

/** Runs the fault tests of these projects, one file at a time. */
export async function runFaultTests(
  projects: readonly Project[],
  jestArguments: readonly string[] = [],
  settings: { onSpawn?: (child: ChildProcess) => void } = {},
): Promise<Counts> {
  const results: Counts[] = []
  for (const project of projects) {
    console.log(`\n${project} fault tests`)
    results.push(await runJest([project], ['--runInBand', ...FAULT_TESTS, ...jestArguments], settings))
  }
  return addCounts(results)
}
