import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, test } from '@jest/globals'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const config = {
  rootDir: `${root}packages/testkit/tests/fixtures/test-files`,
  testMatch: ['<rootDir>/[0-9]-*.ts'],
  runner: `${root}packages/testkit/src/test-runner/runner.ts`,
  transform: {},
  testTimeout: 5000,
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numRuntimeErrorTestSuites: number
  testResults: { name: string; message: string; startTime: number; endTime: number }[]
}

/**
 * Runs the fixtures and returns the report; of each file, by the number in its name, its failures; and of each process what it
 * kept for all files and disposed of.
 */
function runFixtures(...jestArguments: string[]) {
  const folder = mkdtempSync(`${tmpdir()}/test-runner-`)
  const KEPT_FILE = `${folder}/kept`
  try {
    const { stdout } = spawnSync(
      process.execPath,
      ['node_modules/jest/bin/jest.js', '--config', JSON.stringify(config), '--json', ...jestArguments],
      { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', KEPT_FILE } },
    )
    const { testResults, ...report } = JSON.parse(stdout) as Report
    const files = testResults.toSorted((a, b) => a.name.localeCompare(b.name))
    const messages = files.map(({ message }) => stripVTControlCharacters(message))
    return { report, files, messages, kept: readFileSync(KEPT_FILE, 'utf8').trim().split('\n') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const PROCESSES = { one: ['--runInBand'], two: ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'] }

let runs: Record<keyof typeof PROCESSES, ReturnType<typeof runFixtures>>

beforeAll(() => {
  runs = { one: runFixtures(...PROCESSES.one), two: runFixtures(...PROCESSES.two) }
})

test('tests in one process are counted and kept apart', () => {
  const { report, files, messages } = runs.one
  expect(report).toMatchObject({
    numPassedTests: 6,
    numFailedTests: 4,
    numPendingTests: 1,
    numTodoTests: 1,
    numRuntimeErrorTestSuites: 2,
  })
  expect(messages.at(-1)).toBe('')
  const [seconds] = files.map(({ startTime, endTime }) => (endTime - startTime) / 1000)
  expect(seconds).toBeGreaterThan(0.02)
})

test.each(['one', 'two'] as const)('failures are told, processes: %s', (processes) => {
  const [failed, unloaded, late] = runs[processes].messages
  expect(failed).toContain('● numbers › 2 is 1')
  expect(failed).toMatch(/- {3}"number": 1,\n\s*\+ {3}"number": 2,/)
  expect(failed).toMatch(/at 1-fails\.ts:\d+:\d+$/m)
  expect(failed).toMatch(/● ends late\s+thrown: "Exceeded timeout of 20 ms/)
  expect(failed).toMatch(/● asserts too little\s+expect\.assertions\(1\)/)
  expect(failed).toMatch(/● leaves a rejected promise\s+nobody handles this/)
  expect(unloaded).toMatch(/● Test suite failed to run\s+this file cannot be loaded/)
  expect(late).toMatch(/● Test suite failed to run\s+thrown after the last test/)
})

test('tests are chosen by path and by name', () => {
  const { report, files } = runFixtures(...PROCESSES.one, '3-throws', '4-comes', '-t', 'FAKES')
  expect(files).toHaveLength(2)
  expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 0, numPendingTests: 4 })
})

test.each(['one', 'two'] as const)(
  'what files share ends after the last of them, processes: %s',
  (processes) => {
    const { kept } = runs[processes]
    expect(kept.every((line) => /^after [05] hooks$/.test(line))).toBe(true)
    expect(kept).toContain('after 5 hooks')
  },
)
